/** The first segments of the paths that the core answers. */
const CORE_SEGMENTS = new Set([
  'admin',
  'app',
  'developers',
  'docs',
  'health',
  'hooks',
  'medusa-admin',
  'openapi.json',
  'ready',
  'store',
  'trpc',
  'uploads',
])

/** The core ignores the case of its paths. */
export const isCorePath = (path: string): boolean => CORE_SEGMENTS.has(path.split('/', 2)[1]?.toLowerCase() ?? '')

/** A server in production does not have these routes. */
export const isForDevelopers = (path: string): boolean => path === '/dev' || path.startsWith('/dev/')

/** The path without the names of its parameters. Two routes with the same shape answer the same requests. */
export const shapeOf = (path: string): string => path.replaceAll(/([:*])\w+/g, '$1')
