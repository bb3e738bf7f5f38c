import { html } from 'cartwright'
import { z } from 'zod'
import { lastCart } from '../cart/read-cart.ts'
import { renderPage } from '../shell/render-page.ts'
import { form, page } from '../site/page.ts'
import { seeOther } from '../site/see-other.ts'
import { finishOrder, leadToOrder } from './place-order.ts'

/** A payment provider leads back to this page. The form places the order, because an address changes nothing. */
export const paymentReturn = page('/checkout/return', {}, async (visit) => {
  const { texts, path } = visit
  const cart = await lastCart(visit)
  if (!cart) return seeOther(visit, '/cart')
  if (cart.completed_at) return leadToOrder(visit, cart)
  const { returned, showOrder } = texts.checkout
  const main = html`<div class="message"><h1>${returned}</h1>
<form method="post" action="${path('/checkout/return')}"><button class="button">${showOrder}</button></form></div>`
  return renderPage(visit, { title: returned, main, isListed: false, isFocused: true })
})

export const afterPayment = form('/checkout/return', z.object({}), async (visit) => {
  const cart = await lastCart(visit)
  if (!cart) return seeOther(visit, '/cart')
  return cart.completed_at ? leadToOrder(visit, cart) : finishOrder(visit, cart)
})
