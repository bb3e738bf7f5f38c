import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { AnyRouter } from '@trpc/server'
import express, { type Router } from 'express'
import { memoizeFor } from '#entities/values/memoize.ts'

/** The package of the Fastify plugin is the only one with the browser bundle of Scalar and few dependencies. */
const scalar = join(dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')), 'js')

export function docsRoutes(appRouter: AnyRouter): Router {
  const routes = express.Router()
  routes.use(['/openapi.json', '/docs'], (_req, res, next) => {
    res.set('Cache-Control', 'no-cache')
    next()
  })
  routes.get('/openapi.json', async (_req, res) => {
    const document = documentOf(appRouter)
    document.json ??= await readDocument(appRouter)
    res.type('json').send(document.json)
  })
  routes.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(page)
  })
  routes.get('/docs/explorer.js', (_req, res) => {
    res.type('js').send(explorerScript)
  })
  routes.get('/docs/scalar.js', (_req, res) => {
    const headers = { 'Cache-Control': 'public, max-age=86400' }
    res.sendFile('standalone.js', { root: scalar, cacheControl: false, headers })
  })
  return routes
}

/** Shops with the same plugins share a document. */
const documentOf = memoizeFor((_router: AnyRouter): { json?: string } => ({}))

async function readDocument(appRouter: AnyRouter): Promise<string> {
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
<link rel="icon" href="data:,">
<div id="explorer"></div>
<script src="/docs/scalar.js"></script>
<script src="/docs/explorer.js"></script>
</html>
`

/** Each disabled part sends requests to servers of Scalar. */
const explorerScript = `Scalar.createApiReference('#explorer', {
  url: '/openapi.json',
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: true,
  defaultOpenAllTags: false,
  operationTitleSource: 'summary',
})
`
