import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { AnyRouter } from '@trpc/server'
import express, { type Router } from 'express'

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

export function docsRoutes(appRouter: AnyRouter): Router {
  let json: string | undefined
  const routes = express.Router()
  routes.use(['/openapi.json', '/docs'], (_req, res, next) => {
    res.set('Cache-Control', 'no-cache')
    next()
  })
  routes.get('/openapi.json', async (_req, res) => {
    json ??= await documentOf(appRouter)
    res.type('json').send(json)
  })
  routes.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(page)
  })
  routes.get('/docs/explorer.js', (_req, res) => {
    res.type('js').send(explorerScript)
  })
  routes.get(
    assets.map((name) => `/docs/${name}`),
    (req, res) => {
      const headers = { 'Cache-Control': 'public, max-age=86400' }
      res.sendFile(req.path.replace('/docs/', ''), { root: swaggerUi, cacheControl: false, headers })
    },
  )
  return routes
}

async function documentOf(appRouter: AnyRouter): Promise<string> {
  const { openApiDocument } = await import('./openapi.ts')
  return JSON.stringify(openApiDocument(appRouter))
}

const contentSecurityPolicy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  ...['object-src', 'base-uri', 'form-action', 'frame-ancestors'].map((directive) => `${directive} 'none'`),
].join('; ')

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cartwright API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="explorer"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/explorer.js"></script>
</html>
`

/** Without `validatorUrl: null`, Swagger UI sends the document to a public server. */
const explorerScript = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#explorer',
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: true,
})
`
