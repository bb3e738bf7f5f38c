import { randomBytes } from 'node:crypto'
import { join, relative } from 'node:path'
import type { AnyRouter } from '@trpc/server'
import express, { type Request, type Response, type Router } from 'express'
import { builtFiles } from './built-files.ts'
import { consoleInputs } from './console-inputs.ts'
import { consolePage } from './console-page.ts'
import { sendCompressed } from './send-json.ts'

/** The built console: `console/build.ts` writes it. */
const BUILT_CONSOLE = join(import.meta.dirname, '../../console/dist')

interface ServedConsole {
  router: AnyRouter
  /** The sources of images of the Content-Security-Policy. */
  images: string
  /** JSON of the answers that a page contains, by the name of the query. */
  answersFor?: (req: Request, res: Response) => Promise<string | undefined>
  /** Whether its users can have several shops. */
  hasManyShops?: boolean
  /** Default: the console of this repository. */
  folder?: string
}

/**
 * Serves the console at `/app`. The page contains its address relative to the requested path, so the console works
 * behind any path prefix of a proxy. It also contains the time, so the console asks for the changes since then.
 */
export function consoleRoutes({
  router,
  images,
  folder = BUILT_CONSOLE,
  answersFor,
  hasManyShops = false,
}: ServedConsole): Router {
  const routes = express.Router()
  routes.use('/app/inputs', consoleInputs(router))
  const isHashed = (file: string) => relative(folder, file).startsWith('assets')
  routes.get(
    ['/app/assets/{*path}', '/app/icon.svg', '/app/plugin.css', '/app/plugin.js', '/app/plugin-money.js'],
    builtFiles({ folder, prefix: '/app', isHashed }),
  )
  routes.get(['/app', '/app/{*path}'], async (req, res) => {
    const nonce = randomBytes(16).toString('base64')
    const page = consolePage(folder, {
      path: req.path.replace(/^\/app/, ''),
      base: addressOfConsole(req.path),
      nonce,
      time: Date.now(),
      answers: await answersFor?.(req, res),
      hasManyShops,
    })
    if (page === undefined) {
      res
        .status(404)
        .type('text')
        .send('The console is not built. Run "npm ci" with the development dependencies, or "node console/build.ts".\n')
      return
    }
    res.set({ ...PAGE_HEADERS, 'Content-Security-Policy': contentSecurityPolicy(nonce, images) }).type('html')
    res.vary('Accept-Encoding')
    await sendCompressed(res, Buffer.from(page))
  })
  return routes
}

/** `/app/` as a reference relative to the path of a page, such as `../` for `/app/orders/1`. */
function addressOfConsole(path: string): string {
  const depth = path.split('/').length - 3
  return depth < 0 ? 'app/' : '../'.repeat(depth) || './'
}

/** Scripts and styles need the nonce of the response or this origin. `images` are the sources of images. */
const contentSecurityPolicy = (nonce: string, images: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
}
