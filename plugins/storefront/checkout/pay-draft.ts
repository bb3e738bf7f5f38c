import { DomainError, html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { LinkedDraft } from '../api.ts'
import { plainLine } from '../cart/line.ts'
import { totals } from '../cart/totals.ts'
import { linksBeforeOrder } from '../content/page-links.ts'
import { renderPage } from '../shell/render-page.ts'
import { formatIn } from '../site/format.ts'
import { marketOf } from '../site/market.ts'
import { messageOf } from '../site/messages.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { addressLines } from './address-lines.ts'
import { payableSessions } from './payable-sessions.ts'
import { isAtProvider, leadToProvider, showPaymentInProgress } from './provider-page.ts'

const token = z.string().max(2000).catch('')
const query = z.object({ token, returned: z.string().optional().catch(undefined) })

/** The customer reviews a draft order at its payment link. */
export const draftPayment = page('/pay', { input: query, isListed: false }, async (visit, { input }) => {
  const draft = await readDraft(visit, input.token)
  if (draft.order_id) return seeOther(visit, `/orders/${draft.order_id}?thanks`)
  const isReturning = input.returned !== undefined && isAtProvider(draft.cart)
  return isReturning ? renderReturn(visit, input.token, draft) : renderDraft(visit, { token: input.token, draft })
})

const payment = z.object({
  token,
  /** Empty after the return from the page of a provider. */
  provider: z.string().max(100).optional().catch(undefined),
  total: z.coerce.number().int().catch(-1),
})

export const payDraft = form('/pay', payment, async (visit, { input: { token, provider, total } }) => {
  const { store, texts, path, language } = visit
  try {
    if (provider) await store.paymentLinks.choosePayment({ token, provider_id: provider })
    const address = path(`/pay?token=${encodeURIComponent(token)}`)
    const page = { return_url: `${address}&returned=1`, cancel_url: address, locale: language.code }
    const done = await store.paymentLinks.complete({ token, total, ...page })
    if (done.type === 'order') return seeOther(visit, `/orders/${done.data.id}?thanks`)
    if (done.type === 'cart' && done.payment_status === 'pending') return showPaymentInProgress(visit)
    const led = done.type === 'cart' && (await leadToProvider(visit, done.data))
    return led || explain(visit, token, texts.checkout.declined)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const draft = await readDraft(visit, token)
    if (draft.order_id) return seeOther(visit, `/orders/${draft.order_id}?thanks`)
    const isChanged = error.reason?.name === 'total_changed'
    const isDeclined = error.reason?.name === 'payment_declined' || error.kind === 'payment_authorization_error'
    const { totalChanged, declined } = texts.checkout
    const other = isDeclined ? declined : messageOf(texts, error, draft.cart.items)
    return explain(visit, token, isChanged ? totalChanged : other)
  }
})

const readDraft = async ({ store }: Visit, token: string): Promise<LinkedDraft> =>
  (await store.paymentLinks.get({ token: token || '-' })).draft_order

const explain = async (visit: Visit, token: string, error: string): Promise<Response> =>
  refused(await renderDraft(visit, { token, draft: await readDraft(visit, token), error }))

interface DraftContent {
  token: string
  draft: LinkedDraft
  error?: string
}

async function renderDraft(visit: Visit, { token, draft, error }: DraftContent): Promise<Markup> {
  const { cart } = draft
  await visit.pictures.load(cart.items.map(({ thumbnail }) => thumbnail))
  const view = viewOfDraft(visit, draft)
  const { texts } = view
  const main = html`<h1>${texts.checkout.summary}</h1>
${error && html`<p class="error" role="alert">${error}</p>`}
<div class="cart checkout"><div class="checkout-form">
<div class="review"><h2>${texts.checkout.to}</h2><p>${addressLines(view, cart.shipping_address)}</p></div>
${paymentForm(view, token, draft)}</div>
<section class="summary" aria-label="${texts.checkout.summary}">
<ul class="lines">${cart.items.map((line) => plainLine(view, line))}</ul>
${totals(view, { cart, hasShipping: cart.shipping_methods.length > 0 })}
</section></div>`
  return renderPage(view, { title: texts.checkout.summary, main, isListed: false, isFocused: true })
}

function paymentForm(view: Visit, token: string, { cart, payment_providers }: LinkedDraft): Markup {
  const { texts, format, path } = view
  const { checkout } = texts
  const names: Readonly<Record<string, string>> = texts.payment
  const sessions = payment_providers.map((provider_id) => ({ provider_id }))
  const providers = cart.total > 0 ? payableSessions(view, { payment_sessions: sessions }) : []
  if (cart.total > 0 && providers.length === 0) return html`<p class="note">${checkout.noProvider}</p>`
  const chosen = cart.payment_session?.provider_id ?? providers[0]?.provider_id
  return html`<form class="fields" method="post" action="${path('/pay')}">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="total" value="${cart.total}">
${
  providers.length > 0 &&
  html`<fieldset class="choices choices-large"><legend>${checkout.howPaid}</legend>
${providers.map(
  ({
    provider_id,
  }) => html`<label class="choice"><input type="radio" name="provider" value="${provider_id}" required${provider_id === chosen && html` checked`}>
<span>${names[provider_id] ?? provider_id}</span></label>`,
)}</fieldset>`
}
${linksBeforeOrder(view)}
<button class="button button-wide">${cart.total > 0 ? html`${checkout.placeOrder} · ${format.money(cart.total)}` : checkout.placeFreeOrder}</button></form>`
}

/** The form finishes the payment, because an address changes nothing. A browser with scripts sends it without a click. */
function renderReturn(visit: Visit, token: string, { cart }: LinkedDraft): Promise<Markup> {
  const { texts, path } = visit
  const { returned, returnedLead, showOrder } = texts.checkout
  const main = html`<div class="message"><h1>${returned}</h1><p class="lead">${returnedLead}</p>
<form method="post" action="${path('/pay')}" data-sends-itself><input type="hidden" name="token" value="${token}">
<input type="hidden" name="total" value="${cart.total}"><button class="button">${showOrder}</button></form></div>`
  return renderPage(visit, { title: returned, main, isListed: false, isFocused: true, hasScript: true })
}

/** The visit in the currency and the country of the draft order. */
function viewOfDraft(visit: Visit, { cart }: LinkedDraft): Visit {
  const { language, regions } = visit
  const market = marketOf(regions, cart.shipping_address?.country_code ?? undefined) ?? visit.market
  return { ...visit, market, format: formatIn(language, cart.region?.currency_code ?? 'eur') }
}
