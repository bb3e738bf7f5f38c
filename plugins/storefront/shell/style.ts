import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { route } from 'cartwright'

/** Each area has the styles of its parts. Later files may change earlier ones. */
const FILES = [
  ...['shell/base.css', 'shell/shell.css', 'catalogue/catalogue.css', 'cart/cart.css'],
  ...['checkout/checkout.css', 'orders/orders.css', 'account/account.css', 'shell/media.css'],
]

const style = FILES.map((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  .join('')
  .replaceAll(/\s*\n\s*/g, '\n')

const version = createHash('sha256').update(style).digest('hex').slice(0, 12)

/** Another stylesheet has another address, so that no cache shows an old one. */
export const STYLE_PATH = `/storefront.css?v=${version}`

export const styleRoute = route.get(
  '/storefront.css',
  { cache: 31_536_000 },
  () => new Response(style, { headers: { 'Content-Type': 'text/css; charset=utf-8' } }),
)
