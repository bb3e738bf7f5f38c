import { type Route, route, shopIn } from 'cartwright'
import { languagesOf, pathOfPage } from '../content/page-links.ts'
import { readNavigation } from '../shell/navigation.ts'
import { pathIn } from '../site/path-in.ts'
import { PERSONAL } from '../site/personal-paths.ts'
import { readShop } from '../site/read-shop.ts'
import type { Site } from '../site/site.ts'

const ADMINISTRATION = ['/admin', '/app', '/trpc']

/** Files for robots and models. */
export const robotsRoutes = (site: Site): Record<string, Route> => ({
  robots: route.get('/robots.txt', { cache: 3600 }, ({ request: { url } }) => {
    const personal = site.languages.flatMap((language) => PERSONAL.map((path) => pathIn(site, language, path)))
    const lines = [...personal, ...ADMINISTRATION].map((path) => `Disallow: ${path}`)
    return new Response(`User-agent: *\n${lines.join('\n')}\n\nSitemap: ${url.origin}/sitemap.xml\n`)
  }),

  llms: route.get('/llms.txt', { cache: 3600 }, async ({ ctx, request: { url } }) => {
    const { store } = shopIn(ctx).asCaller({ locale: site.languages[0].code })
    const [categories, { theme, storeName, writtenPages }] = await Promise.all([
      readNavigation(store),
      readShop(ctx.em, site),
    ])
    const lists = categories.map(({ name, handle }) => `- [${name}](${url.origin}/categories/${handle})`)
    const information = writtenPages.flatMap((page) => {
      const [language] = languagesOf({ site }, page)
      return language
        ? `- [${page.titles[language.code]}](${url.origin}${pathIn(site, language, pathOfPage(page))})`
        : []
    })
    return new Response(`# ${theme.name || storeName}

> An online shop. Each product page has prices, stock and variants as schema.org data.

## Products

- [All products](${url.origin}/products)
${lists.join('\n')}
${information.length > 0 ? `\n## Information\n\n${information.join('\n')}\n` : ''}
## For programs

- [Sitemap](${url.origin}/sitemap.xml)
- [OpenAPI](${url.origin}/openapi.json): the REST API. GET /store/products has the catalogue, POST /store/products/search searches
- [Feed](${url.origin}/feeds/google.xml): all variants with prices, in the format of Google Merchant
`)
  }),
})
