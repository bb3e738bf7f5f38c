import { type Route, route } from 'cartwright'
import { readShop } from '../site/read-shop.ts'
import type { Site } from '../site/site.ts'
import { paletteOf } from '../theme/palette.ts'
import type { Theme } from '../theme/theme.ts'

const PATH = '/storefront.svg'

/** Another colour has another address, so that no cache shows an old icon. */
export const iconPathOf = ({ light }: Theme): string => `${PATH}?c=${light.accent.slice(1)}`

/** A bag in the accent colour. */
const iconOf = ({ light }: Theme): string => {
  const { accent, 'accent-ink': ink } = paletteOf(light)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent}"/>
<path d="M9 12h14l1 12H8zM12 12v-1a4 4 0 0 1 8 0v1" fill="none" stroke="${ink}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></svg>`
}

export const iconRoute = (site: Site): Route =>
  route.get(PATH, { cache: 86_400, dependsOn: 'catalogue' }, async ({ ctx }) => {
    const { theme } = await readShop(ctx.em, site)
    return new Response(iconOf(theme), { headers: { 'Content-Type': 'image/svg+xml' } })
  })
