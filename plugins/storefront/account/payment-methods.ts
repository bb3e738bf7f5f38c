import { DomainError, html, type Markup, NotFound } from 'cartwright'
import { z } from 'zod'
import { accountBreadcrumb } from '../shell/breadcrumb.ts'
import { renderPage } from '../shell/render-page.ts'
import { messageOf } from '../site/messages.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { forCustomer } from './for-customer.ts'

/** Whether a payment provider of the shop stores methods. */
export const hasPaymentMethods = ({ payments }: Pick<Visit, 'payments'>): boolean =>
  [...payments.values()].some(({ savedMethods }) => savedMethods)

const PATH = '/account/payment-methods'

export const paymentMethods = page(
  PATH,
  {},
  forCustomer((visit) => renderMethods(visit)),
)

const chosen = z.object({ provider: z.string().max(100), method: z.string().max(200) })

export const removePaymentMethod = form(
  PATH,
  chosen,
  forCustomer(async (visit, { input: { provider, method } }) => {
    try {
      await visit.store.customers.deletePaymentMethod({ provider_id: provider, method_id: method })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // Another window has removed it.
      if (!(error instanceof NotFound)) return refused(await renderMethods(visit, messageOf(visit.texts, error)))
    }
    return seeOther(visit, PATH)
  }),
)

async function renderMethods(visit: Visit, error?: string): Promise<Markup> {
  const title = visit.texts.account.paymentMethods
  const main = html`${accountBreadcrumb(visit, title)}<div class="narrow"><h1>${title}</h1>
${error && html`<p class="error" role="alert">${error}</p>`}${await methodList(visit)}</div>`
  return renderPage(visit, { title, main, isListed: false })
}

type Method = Awaited<ReturnType<Visit['store']['customers']['listPaymentMethods']>>['payment_methods'][number]

/** The providers are other servers, which can fail. */
async function methodList(visit: Visit): Promise<Markup> {
  const { store, texts } = visit
  try {
    const { payment_methods } = await store.customers.listPaymentMethods()
    return payment_methods.length === 0
      ? html`<p class="soft">${texts.account.noPaymentMethods}</p>`
      : html`<ul class="rows">${payment_methods.map((method) => html`<li>${methodRow(visit, method)}</li>`)}</ul>`
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return html`<p class="error" role="alert">${messageOf(texts, error)}</p>`
  }
}

function methodRow(visit: Visit, method: Method): Markup {
  const { texts, path, payments } = visit
  const { account, cart } = texts
  const { provider_id, data } = method
  const name = nameOf(visit, method)
  const id = payments.get(provider_id)?.deleteSavedMethod && typeof data.id === 'string' ? data.id : undefined
  return html`<div class="row"><span class="row-title">${name}</span><span class="soft">${expiryOf(visit, method)}</span>
${
  id &&
  html`<details class="confirm"><summary aria-label="${cart.remove}: ${name}">${cart.remove}</summary>
<form method="post" action="${path(PATH)}"><p>${account.removeMethod(name)}</p>
<input type="hidden" name="provider" value="${provider_id}"><input type="hidden" name="method" value="${id}">
<button class="button button-quiet">${account.removeMethodYes}</button></form></details>`
}</div>`
}

/** The provider and the end of a card number, if its data has them. */
function nameOf({ texts }: View, { provider_id, data }: Method): string {
  const names: Readonly<Record<string, string>> = texts.payment
  const { brand, last4 } = isObject(data.card) ? data.card : data
  const number = typeof last4 === 'string' ? `•••• ${last4}` : ''
  const name = Object.hasOwn(names, provider_id) ? names[provider_id] : provider_id
  return [typeof brand === 'string' ? brand.toUpperCase() : name, number].filter(Boolean).join(' ')
}

function expiryOf({ texts }: View, { data }: Method): string {
  const { exp_month, exp_year } = isObject(data.card) ? data.card : {}
  return typeof exp_month === 'number' && typeof exp_year === 'number'
    ? texts.account.expires(`${String(exp_month).padStart(2, '0')}/${exp_year}`)
    : ''
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
