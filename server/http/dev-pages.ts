import express, { type Router } from 'express'
import type { ShopParts } from '../plugin/shop-parts.ts'

/** Serves the pages of the plugins for developers. */
export function devPages({ devPages: pages, settings }: Pick<ShopParts, 'devPages' | 'settings'>): Router {
  const router = express.Router()
  for (const [key, page] of Object.entries(pages))
    router.get([`/dev/${key}`, `/dev/${key}/{*rest}`], async (req, res, next) => {
      const { pathname, searchParams: query } = new URL(req.url, 'http://shop')
      const html = await page({ path: pathname.slice(`/dev/${key}`.length).replaceAll('/', ''), query, settings })
      if (html === undefined) return next()
      res.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(html)
    })
  return router
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  ...['base-uri', 'form-action', 'frame-ancestors'].map((directive) => `${directive} 'none'`),
].join('; ')
