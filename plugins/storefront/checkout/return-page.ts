import { html } from 'cartwright'
import { z } from 'zod'
import { maybeCart } from '../cart/read-cart.ts'
import { renderPage } from '../shell/render-page.ts'
import { form, page } from '../site/page.ts'
import { seeOther } from '../site/see-other.ts'
import { finishOrder } from './place-order.ts'

/** A payment provider leads back to this page. The form places the order, because an address changes nothing. */
export const paymentReturn = page('/checkout/return', {}, async (visit) => {
  const { texts, path } = visit
  if (!(await maybeCart(visit))) return seeOther(visit, '/cart')
  const { returned, showOrder } = texts.checkout
  const main = html`<div class="message"><h1>${returned}</h1>
<form method="post" action="${path('/checkout/return')}"><button class="button">${showOrder}</button></form></div>`
  return renderPage(visit, { title: returned, main, isListed: false, isFocused: true })
})

export const afterPayment = form('/checkout/return', z.object({}), async (visit) => {
  const cart = await maybeCart(visit)
  return cart ? finishOrder(visit, cart) : seeOther(visit, '/cart')
})
