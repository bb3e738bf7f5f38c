import type { AnyRouter } from '@trpc/server'
import type { ProcedureMeta } from '#routers/meta.ts'

/* A path is written down in logs and traces. Ids may stand there; what can be spent, or lets somebody in, may not. */

/** Parameters that are worth something to whoever reads them, such as the code of a gift card. */
const SECRET = /^\{(code|token)\}$/

interface SecretPathTemplate {
  pattern: RegExp
  segments: string[]
}

/**
 * What may be written down of an address: its path, in which secret parameters are named and not told, cut at 500
 * characters. Tokens of signed links and inputs of tRPC stand in the query, which is left out.
 */
export function createPathRedactor(routers: Readonly<Record<string, AnyRouter>>): (url: string) => string {
  const templates = Object.entries(routers).flatMap(([root, router]) => secretTemplates(`/${root}`, router))
  return (url) => {
    const path = url.split('?', 1)[0]!.slice(0, 500)
    const template = templates.find(({ pattern }) => pattern.test(path))
    if (!template) return path
    const told = path.split('/')
    return template.segments.map((segment, i) => (SECRET.test(segment) ? segment : told[i])).join('/')
  }
}

function secretTemplates(root: string, router: AnyRouter): SecretPathTemplate[] {
  const procedures = Object.values(router._def.procedures as Record<string, { _def: { meta?: ProcedureMeta } }>)
  const paths = new Set(procedures.flatMap(({ _def }) => (_def.meta?.openapi ? [root + _def.meta.openapi.path] : [])))
  return Array.from(paths, (path) => path.split('/'))
    .filter((segments) => segments.some((segment) => SECRET.test(segment)))
    .map((segments) => {
      const source = segments.map((segment) => (segment.startsWith('{') ? '[^/]+' : segment)).join('/')
      return { segments, pattern: new RegExp(`^${source}/?$`, 'i') }
    })
}
