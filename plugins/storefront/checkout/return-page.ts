import { html } from 'cartwright'
import { z } from 'zod'
import { lastCart } from '../cart/read-cart.ts'
import { renderPage } from '../shell/render-page.ts'
import { form, page } from '../site/page.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { finishOrder, leadToOrder } from './place-order.ts'
import { isAtProvider } from './provider-page.ts'

/**
 * A payment provider leads back to this page. The form places the order, because an address changes nothing. A browser with scripts
 * sends it without a click.
 */
export const paymentReturn = page('/checkout/return', {}, async (visit) => {
  const { texts, path } = visit
  const cart = await lastCart(visit)
  if (!cart) return showOtherBrowser(visit)
  if (cart.completed_at) return leadToOrder(visit, cart)
  if (!isAtProvider(cart)) return seeOther(visit, '/checkout/payment')
  const { returned, returnedLead, showOrder } = texts.checkout
  const main = html`<div class="message"><h1>${returned}</h1><p class="lead">${returnedLead}</p>
<form method="post" action="${path('/checkout/return')}" data-sends-itself><button class="button">${showOrder}</button></form></div>`
  return renderPage(visit, { title: returned, main, isListed: false, isFocused: true, hasScript: true })
})

export const afterPayment = form('/checkout/return', z.object({}), async (visit) => {
  const cart = await lastCart(visit)
  if (!cart) return seeOther(visit, '/checkout/return')
  if (cart.completed_at) return leadToOrder(visit, cart)
  // Only a customer who has ordered is at a provider, so another site cannot send the form to order.
  return isAtProvider(cart) ? finishOrder(visit, cart) : seeOther(visit, '/checkout/payment')
})

/** The app of a bank can open the shop in another browser, which does not know the cart. The shop places the order without it. */
function showOtherBrowser(visit: Visit) {
  const { texts, path } = visit
  const { otherBrowser, otherBrowserLead } = texts.checkout
  const main = html`<div class="message"><h1>${otherBrowser}</h1><p class="lead">${otherBrowserLead}</p>
<p><a class="button" href="${path('/orders')}">${texts.order.find}</a></p></div>`
  return renderPage(visit, { title: otherBrowser, main, isListed: false })
}
