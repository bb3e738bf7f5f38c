import { html, type Markup } from 'cartwright'
import type { LinkedPayment } from '../api.ts'
import { plainLine } from '../cart/line.ts'
import { totals, totalsRow } from '../cart/totals.ts'
import { linksBeforeOrder } from '../content/page-links.ts'
import { renderPage } from '../shell/render-page.ts'
import { formatIn } from '../site/format.ts'
import { marketOf } from '../site/market.ts'
import type { Visit } from '../site/visit.ts'
import { addressLines } from './address-lines.ts'
import { payableSessions } from './payable-sessions.ts'
import { providerChoice } from './provider-choice.ts'

interface LinkContent {
  token: string
  link: LinkedPayment
  error?: string
}

/** The lines and the amount due of a payment link, with the form that pays it. */
export async function renderLink(visit: Visit, { token, link, error }: LinkContent): Promise<Markup> {
  const contents = contentsOf(link)
  await visit.pictures.load(contents.items.map(({ thumbnail }) => thumbnail))
  const view = viewOfLink(visit, link)
  const { texts } = view
  const title = titleOf(visit, link)
  const main = html`<h1>${title}</h1>
${error && html`<p class="error" role="alert">${error}</p>`}
${link.status === 'promised' && html`<p class="note">${texts.payLink.promised}</p>`}
<div class="cart checkout"><div class="checkout-form">
${contents.shipping_address && html`<div class="review"><h2>${texts.checkout.to}</h2><p>${addressLines(view, contents.shipping_address)}</p></div>`}
${paymentForm(view, token, link)}</div>
<section class="summary" aria-label="${texts.checkout.summary}">
<ul class="lines">${contents.items.map((line) => plainLine(view, line))}</ul>
${totals(view, { cart: contents.sums, hasShipping: contents.hasShipping })}
${amountDue(view, link)}</section></div>`
  return renderPage(view, { title, main, isListed: false, isFocused: true })
}

/** A part of the order can be paid already. */
function amountDue({ texts, format }: Visit, link: LinkedPayment): Markup | false {
  const { sums } = contentsOf(link)
  if (link.amount_due === sums.total) return false
  const covered = sums.total - link.amount_due
  return html`<dl class="totals">${covered > 0 && totalsRow(texts.payLink.covered, format.money(-covered))}
<div class="total"><dt>${texts.payLink.due}</dt><dd class="money">${format.money(link.amount_due)}</dd></div></dl>`
}

function paymentForm(view: Visit, token: string, link: LinkedPayment): Markup {
  const { texts, format, path } = view
  const { checkout } = texts
  const { amount_due, payment_providers, payment_session, type } = link
  const sessions = payment_providers.map((provider_id) => ({ provider_id }))
  const providers = amount_due > 0 ? payableSessions(view, { payment_sessions: sessions }) : []
  if (amount_due > 0 && providers.length === 0)
    return link.status === 'promised' ? html`` : html`<p class="note">${checkout.noProvider}</p>`
  const isOffered = providers.some(({ provider_id }) => provider_id === payment_session?.provider_id)
  const chosen = isOffered ? payment_session?.provider_id : providers[0]?.provider_id
  const verb = type === 'order' ? texts.payLink.pay : checkout.placeOrder
  return html`<form class="fields" method="post" action="${path('/pay')}">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="total" value="${amount_due}">
${providers.length > 0 && providerChoice(view, { providers, chosen })}
${type !== 'order' && linksBeforeOrder(view)}
<button class="button button-wide">${amount_due > 0 ? html`${verb} · ${format.money(amount_due)}` : checkout.placeFreeOrder}</button></form>`
}

/** The form finishes the payment, because an address changes nothing. A browser with scripts sends it without a click. */
export function renderReturn(visit: Visit, token: string, { amount_due, type }: LinkedPayment): Promise<Markup> {
  const { texts, path } = visit
  const { returned, returnedLead, showOrder } = texts.checkout
  const lead = type === 'order' ? texts.payLink.returnedLead : returnedLead
  const verb = type === 'order' ? texts.payLink.finish : showOrder
  const main = html`<div class="message"><h1>${returned}</h1><p class="lead">${lead}</p>
<form method="post" action="${path('/pay')}" data-sends-itself><input type="hidden" name="token" value="${token}">
<input type="hidden" name="total" value="${amount_due}"><button class="button">${verb}</button></form></div>`
  return renderPage(visit, { title: returned, main, isListed: false, isFocused: true, hasScript: true })
}

/** The customer owes nothing any longer. */
export function renderPaid(visit: Visit, { display_id, order_id }: LinkedPayment): Promise<Markup> {
  const { paid, paidLead, toOrder } = visit.texts.payLink
  const main = html`<div class="message"><h1>${paid}</h1><p class="lead">${paidLead(display_id)}</p>
<p><a class="button" href="${visit.path(`/orders/${order_id}`)}">${toOrder}</a></p></div>`
  return renderPage(visit, { title: paid, main, isListed: false, isFocused: true })
}

/** The link is expired, revoked or mistyped. */
export async function renderInvalidLink(visit: Visit): Promise<Response> {
  const { invalid, invalidLead } = visit.texts.payLink
  const main = html`<div class="message"><h1>${invalid}</h1><p class="lead">${invalidLead}</p>
<p><a class="button" href="${visit.path('/orders')}">${visit.texts.order.find}</a></p></div>`
  const page = await renderPage(visit, { title: invalid, main, isListed: false, isFocused: true })
  return page.response({ status: 404 })
}

function titleOf({ texts }: Visit, { type, display_id }: LinkedPayment): string {
  if (type === 'draft_order') return texts.checkout.summary
  return type === 'order' ? texts.order.title(display_id) : texts.payLink.exchange(display_id)
}

function contentsOf({ cart, order }: LinkedPayment) {
  const sums = cart ?? order
  if (!sums) throw new Error('A payment link has a cart or an order')
  const { items = [], shipping_methods = [], shipping_address = null } = sums
  return { sums, items, shipping_address, hasShipping: order !== null || shipping_methods.length > 0 }
}

/** The visit in the currency and the country of the link. */
function viewOfLink(visit: Visit, link: LinkedPayment): Visit {
  const { language, regions } = visit
  const country = contentsOf(link).shipping_address?.country_code ?? undefined
  return {
    ...visit,
    market: marketOf(regions, country) ?? visit.market,
    format: formatIn(language, link.currency_code),
  }
}
