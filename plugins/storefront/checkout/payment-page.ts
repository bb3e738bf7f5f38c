import { html, type Markup } from 'cartwright'
import type { Cart, CartTenders } from '../api.ts'
import { readDiscountNotes } from '../cart/discount-notes.ts'
import { maybeCart } from '../cart/read-cart.ts'
import { linksBeforeOrder } from '../content/page-links.ts'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { addressLines } from './address-lines.ts'
import { balanceForm, readTenders } from './balances.ts'
import { renderDelivery } from './delivery-page.ts'
import { payableSessions } from './payable-sessions.ts'
import { providerChoice } from './provider-choice.ts'

export const payment = page('/checkout/payment', {}, (visit) => renderPayment(visit))

interface Messages {
  error?: string
  codeError?: string
}

/** The last step: the customer sees the total and orders. Without a delivery, leads to the step before. */
export async function renderPayment(visit: Visit, { error, codeError }: Messages = {}): Promise<Markup | Response> {
  const { texts, site } = visit
  const cart = await maybeCart(visit)
  if (!cart?.items.length) return seeOther(visit, '/cart')
  // A change of the lines also removes the delivery.
  if (cart.shipping_methods.length === 0)
    return error ? renderDelivery(visit, { error }) : seeOther(visit, '/checkout/delivery')
  const form = paymentForm(visit, cart, await readTenders(visit, cart))
  const notes = await readDiscountNotes(visit, cart)
  const codes = { back: '/checkout/payment', error: codeError, notes } as const
  const main = site.components.checkoutPage(visit, { cart, step: 'payment', form, error, codes })
  return renderPage(visit, { title: texts.checkout.title, main, isListed: false, isFocused: true })
}

function paymentForm(view: Visit, cart: Cart, tenders?: CartTenders): Markup {
  const { texts, path } = view
  const { checkout } = texts
  const due = tenders?.due ?? cart.total
  const names = cart.shipping_methods.map(({ shipping_option }) => shipping_option?.name).filter(Boolean)
  return html`<div class="review"><h2>${checkout.to}</h2><p>${addressLines(view, cart.shipping_address)}</p>
<p><a href="${path('/checkout')}">${checkout.change}</a></p></div>
<div class="review"><h2>${checkout.delivery}</h2><p>${names.join(', ')}</p>
<p><a href="${path('/checkout/delivery')}">${checkout.change}</a></p></div>
${tenders && balanceForm(view, tenders)}
<form class="fields" method="post" action="${path('/checkout/payment')}">
<input type="hidden" name="total" value="${cart.total}"><input type="hidden" name="due" value="${due}">
${orderFields(view, cart, due)}
</form>`
}

/** @param due The amount that balances leave, in minor units. */
function orderFields(visit: Visit, cart: Cart, due: number): Markup {
  const { checkout, balance } = visit.texts
  if (due > 0) return providers(visit, cart, due)
  const [note, button] =
    cart.total === 0 ? [checkout.nothingToPay, checkout.placeFreeOrder] : [balance.covers, checkout.placeOrder]
  return html`<p class="note">${note}</p>${linksBeforeOrder(visit)}<button class="button button-wide">${button}</button>`
}

function providers(visit: Visit, cart: Cart, due: number): Markup {
  const { texts, format } = visit
  const { checkout } = texts
  const sessions = payableSessions(visit, cart)
  if (sessions.length === 0)
    return html`<p class="note">${due < cart.total ? visit.texts.balance.changed : checkout.noProvider}</p>`
  const selected = sessions.find(({ is_selected }) => is_selected) ?? sessions[0]
  return html`${providerChoice(visit, { providers: sessions, chosen: selected?.provider_id })}
${linksBeforeOrder(visit)}
<button class="button button-wide">${checkout.placeOrder} · ${format.money(due)}</button>`
}
