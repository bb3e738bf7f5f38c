import { type Route, route } from 'cartwright'
import { z } from 'zod'
import { login } from '../account/login.ts'
import { cart } from '../cart/cart-page.ts'
import { home } from '../catalogue/home.ts'
import { listQuery } from '../catalogue/list-query.ts'
import { allProducts } from '../catalogue/lists.ts'
import { product } from '../catalogue/product-page.ts'
import { openingPage } from '../shell/opening-page.ts'
import { cssResponse, styleOf } from '../shell/style.ts'
import type { Page } from '../site/page.ts'
import { pathIn } from '../site/path-in.ts'
import { readShop } from '../site/read-shop.ts'
import type { Site } from '../site/site.ts'
import { openVisit, themed, type Visit } from '../site/visit.ts'
import { themeSchema } from './theme.ts'

const PATH = '/theme-preview'

/** A theme that is not saved. Only administrators see it, so that no link shows another name or logo to customers. */
const draft = z
  .string()
  .max(50_000)
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      ctx.addIssue('The theme is no JSON')
      return z.NEVER
    }
  })
  .pipe(themeSchema.partial({ swatches: true }))

const shown = z.enum(['home', 'products', 'product', 'cart', 'login'])

/** Pages of the storefront in a theme that is not saved, for the frame in the console. */
export const previewRoutes = (site: Site): Record<string, Route> => ({
  themePreview: route.get(
    PATH,
    {
      access: 'admin',
      input: z.object({ theme: draft, page: shown.catch('home'), language: z.string().max(20).optional() }),
      csp: { 'frame-ancestors': ["'self'"] },
    },
    async (call) => {
      const { theme: shownTheme, page, language: code } = call.input
      const language = site.languages.find((one) => one.code === code) ?? site.languages[0]
      const visit = await openVisit(site, language, call)
      if (!visit) return openingPage(site, language)
      const shownPage = await PAGES[page](visit)
      const url = new URL(pathIn(site, language, shownPage.path), call.request.url)
      const { theme: stored, ...facts } = await readShop(call.ctx.em, site)
      const theme = { ...shownTheme, swatches: shownTheme.swatches ?? stored.swatches }
      const { swatches: _, ...styled } = theme
      const stylePath = `${PATH}/style.css?theme=${encodeURIComponent(JSON.stringify(styled))}`
      const { path: pagePath, show } = shownPage
      return show({
        ...visit,
        ...themed(language, { ...facts, theme }),
        ...{ stylePath, url, pagePath, backPath: pagePath },
      })
    },
  ),

  themePreviewStyle: route.get(
    `${PATH}/style.css`,
    { access: 'admin', input: z.object({ theme: draft }) },
    ({ input: { theme } }) => cssResponse(styleOf({ ...theme, swatches: [] })),
  ),
})

interface ShownPage {
  path: string
  show(visit: Visit): ReturnType<Page['show']>
}

const PAGES: Readonly<Record<z.output<typeof shown>, (visit: Visit) => ShownPage | Promise<ShownPage>>> = {
  home: () => ({ path: '/', show: (visit) => home.show(visit, { params: {}, input: undefined }) }),
  products: () => ({
    path: '/products',
    show: (visit) => allProducts.show(visit, { params: {}, input: listQuery.parse({}) }),
  }),
  async product({ store }) {
    const { products } = await store.products.list({ limit: 1, fields: 'handle', expand: '' })
    const handle = products[0]?.handle ?? ''
    return {
      path: `/products/${handle}`,
      show: (visit) => product.show(visit, { params: { handle }, input: { option: {} } }),
    }
  },
  cart: () => ({ path: '/cart', show: (visit) => cart.show(visit, { params: {}, input: {} }) }),
  login: () => ({ path: '/account/login', show: (visit) => login.show(visit, { params: {}, input: { back: '/' } }) }),
}
