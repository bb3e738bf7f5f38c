import { route } from 'cartwright'

export const ICON_PATH = '/storefront.svg'

/** A bag in the accent colour. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#8a3f1f"/>
<path d="M9 12h14l1 12H8zM12 12v-1a4 4 0 0 1 8 0v1" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/></svg>`

export const iconRoute = route.get(
  ICON_PATH,
  { cache: 86_400 },
  () => new Response(ICON, { headers: { 'Content-Type': 'image/svg+xml' } }),
)
