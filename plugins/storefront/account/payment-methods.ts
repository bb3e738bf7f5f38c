import { DomainError, html, type Markup } from 'cartwright'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { forCustomer } from './for-customer.ts'

/** Whether a payment provider of the shop stores methods. */
export const hasPaymentMethods = ({ payments }: Pick<Visit, 'payments'>): boolean =>
  [...payments.values()].some(({ savedMethods }) => savedMethods)

export const paymentMethods = page(
  '/account/payment-methods',
  {},
  forCustomer(async (visit) => {
    const { texts } = visit
    const title = texts.account.paymentMethods
    const main = html`<div class="narrow"><h1>${title}</h1>${await methodList(visit)}</div>`
    return renderPage(visit, { title, main, isListed: false })
  }),
)

type Method = Awaited<ReturnType<Visit['store']['customers']['listPaymentMethods']>>['payment_methods'][number]

/** The providers are other servers, which can fail. */
async function methodList(visit: Visit): Promise<Markup> {
  const { store, texts } = visit
  try {
    const { payment_methods } = await store.customers.listPaymentMethods()
    return payment_methods.length === 0
      ? html`<p class="soft">${texts.account.noPaymentMethods}</p>`
      : html`<ul class="rows">${payment_methods.map((method) => html`<li class="row"><span>${textOf(visit, method)}</span></li>`)}</ul>`
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return html`<p class="error" role="alert">${texts.errors.unavailable}</p>`
  }
}

/** The provider and the end of a card number, if its data has them. */
function textOf({ texts }: View, { provider_id, data }: Method): string {
  const names: Readonly<Record<string, string>> = texts.payment
  const { brand, last4 } = isObject(data.card) ? data.card : data
  const number = typeof last4 === 'string' ? `•••• ${last4}` : ''
  const name = Object.hasOwn(names, provider_id) ? names[provider_id] : provider_id
  return [typeof brand === 'string' ? brand.toUpperCase() : name, number].filter(Boolean).join(' ')
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
