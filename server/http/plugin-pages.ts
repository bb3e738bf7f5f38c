import express, { type Router } from 'express'
import type { ConsolePage } from '../plugin/shop-parts.ts'

/** Serves the pages of the plugins at `/app/plugins/<plugin>/`. The console shows them in a frame. */
export function pluginPages(pages: readonly ConsolePage[]): Router {
  const routes = express.Router()
  for (const { plugin, folder } of pages) {
    routes.get(`/app/plugins/${plugin}`, (req, res, next) => {
      // A page loads its files relative to its folder.
      if (!req.path.endsWith('/')) return res.redirect(301, `${plugin}/`)
      next()
    })
    routes.use(`/app/plugins/${plugin}`, express.static(folder, { setHeaders: setPageHeaders }))
  }
  routes.use('/app/plugins', (_req, res) => {
    res.status(404).type('text').send('This page does not exist.\n')
  })
  return routes
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')

function setPageHeaders(res: {
  setHeader(name: string, value: string): unknown
  removeHeader(name: string): void
}): void {
  res.removeHeader('X-Frame-Options')
  res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY)
  res.setHeader('Cache-Control', 'no-cache')
}
