import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { AnyRouter } from '@trpc/server'
import express, { type Router } from 'express'
import { builtFiles } from './built-files.ts'
import { consoleInputs } from './console-inputs.ts'

/** The built console: `console/build.ts` writes it. */
const BUILT_CONSOLE = join(import.meta.dirname, '../../console/dist')

/**
 * Serves the console at `/app`. The page contains its address relative to the requested path, so the console works
 * behind any path prefix of a proxy. It also contains the time, so the console asks for the changes since then.
 */
export function consoleRoutes(appRouter: AnyRouter, images: string, folder = BUILT_CONSOLE): Router {
  const routes = express.Router()
  routes.use('/app/inputs', consoleInputs(appRouter))
  const isHashed = (file: string) => relative(folder, file).startsWith('assets')
  routes.get(
    ['/app/assets/{*path}', '/app/icon.svg', '/app/plugin.css', '/app/plugin.js'],
    builtFiles({ folder, prefix: '/app', isHashed }),
  )
  routes.get(['/app', '/app/{*path}'], (req, res) => {
    const page = readPage(folder)
    if (page === undefined) {
      res
        .status(404)
        .type('text')
        .send('The console is not built. Run "npm ci" with the development dependencies, or "node console/build.ts".\n')
      return
    }
    const nonce = randomBytes(16).toString('base64')
    res
      .set({ ...PAGE_HEADERS, 'Content-Security-Policy': contentSecurityPolicy(nonce, images) })
      .type('html')
      .send(
        page
          .replaceAll('CSP_NONCE', nonce)
          .replace('SHOP_TIME', String(Date.now()))
          .replace(BASE, `<base href="${addressOfConsole(req.path)}"`),
      )
  })
  return routes
}

const BASE = '<base href="/app/"'

function readPage(folder: string): string | undefined {
  const file = join(folder, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
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
