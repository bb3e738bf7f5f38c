import type { AnyRouter } from '@trpc/server'
import { memoizeFor } from '#entities/values/memoize.ts'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import type { ShopRouters } from '../plugin/shop-parts.ts'

/** Path parameters that are secret or personal, such as the code of a gift card. */
const SECRET = /^\{(code|token|email)\}(\.|$)/

interface SecretPathTemplate {
  pattern: RegExp
  segments: string[]
}

/** Returns a function that removes the query and the secret path parameters from a URL, for logs and traces. */
export const createPathRedactor = memoizeFor(({ admin, store, routes }: ShopRouters): ((url: string) => string) => {
  const templates = [
    ...secretTemplates('/store', store),
    ...secretTemplates('/admin', admin),
    ...secretTemplates('', routes),
  ]
  return (url) => {
    const path = url.split('?', 1)[0]!.slice(0, 500)
    const template = templates.find(({ pattern }) => pattern.test(path))
    if (!template) return path
    const segments = path.split('/')
    return template.segments.map((segment, i) => (SECRET.test(segment) ? segment : segments[i])).join('/')
  }
})

/** Routes of plugins have parameters such as `:token`. */
const withBraces = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

function secretTemplates(root: string, router: AnyRouter): SecretPathTemplate[] {
  const paths = new Set(
    proceduresOf(router).flatMap(([, { meta }]) => (meta?.openapi ? [root + withBraces(meta.openapi.path)] : [])),
  )
  return Array.from(paths, (path) => path.split('/'))
    .filter((segments) => segments.some((segment) => SECRET.test(segment)))
    .map((segments) => {
      const source = segments.map((segment) => segment.replace(/^\{\w+\}/, '[^/]+')).join('/')
      return { segments, pattern: new RegExp(`^${source}/?$`, 'i') }
    })
}
