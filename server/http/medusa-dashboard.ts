import { existsSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Router } from 'express'
import { builtFiles } from './built-files.ts'

const PATH = '/medusa-admin'

/** Serves the dashboard of Medusa v1 at `/medusa-admin` as soon as `shop admin build` has written it into the folder. */
export function medusaDashboard(folder: string, images: string): Router {
  const routes = express.Router()
  const serveFile = builtFiles({ folder, prefix: PATH, isHashed: (file) => HASHED_FILE.test(file) })
  routes.get(`${PATH}/{*path}`, (req, res, next) => (/\.\w+$/.test(req.path) ? serveFile(req, res, next) : next()))
  routes.get([PATH, `${PATH}/{*path}`], (_req, res) => {
    const page = join(folder, 'index.html')
    if (existsSync(page)) res.set(pageHeaders(images)).sendFile(page, { cacheControl: false, dotfiles: 'allow' })
    else
      res.status(404).type('text').send('The dashboard of Medusa v1 is not built. Run "npm run shop -- admin build".\n')
  })
  return routes
}

/** The dashboard writes styles into the page. `images` are the sources of images. */
const contentSecurityPolicy = (images: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${images}`,
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const pageHeaders = (images: string) => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy(images),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
})

/** The names of scripts, styles and fonts contain a hash of their content. */
const HASHED_FILE = /\.(js|css|ttf)(\.br|\.gz)?$/
