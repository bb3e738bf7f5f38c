import { html, type Markup, NotFound } from 'cartwright'
import { z } from 'zod'
import { field, HONEYPOT, honeypot } from '../shell/field.ts'
import { renderPage } from '../shell/render-page.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'

const input = z.object({
  number: z.string().trim().max(20).default(''),
  email: z.string().trim().max(1000).default(''),
  [HONEYPOT]: z.string().max(1000).default(''),
})

export const orders = page('/orders', {}, (visit) => renderFindOrder(visit))

/** The shop limits the attempts of an address, because order numbers are easy to guess. */
export const findOrder = form('/orders', input, async (visit, { input: { number, email, [HONEYPOT]: trap } }) => {
  const display_id = Number(number.replace(/^#/, ''))
  const isReadable = Number.isSafeInteger(display_id) && display_id > 0 && z.email().safeParse(email).success
  const order = isReadable && trap === '' ? await lookUp(visit, { display_id, email }) : undefined
  if (order) return seeOther(visit, `/orders/${order.id}`)
  return refused(await renderFindOrder(visit, { number, email, error: visit.texts.order.unknown }))
})

async function lookUp({ store }: Visit, query: { display_id: number; email: string }) {
  try {
    const { order } = await store.orders.lookUp(query)
    return order
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}

interface FindOrderContent {
  number?: string
  email?: string
  error?: string
}

async function renderFindOrder(visit: Visit, { number, email, error }: FindOrderContent = {}): Promise<Markup> {
  const { texts, path } = visit
  const main = html`<div class="narrow"><h1>${texts.order.find}</h1><p class="lead">${texts.order.findLead}</p>
${error && html`<p class="error" role="alert">${error}</p>`}
<form class="fields" method="post" action="${path('/orders')}">
${field(visit, { name: 'number', label: texts.order.number, value: number, maxLength: 20 })}
${field(visit, { name: 'email', label: texts.checkout.email, value: email, type: 'email', autocomplete: 'email' })}
${honeypot(visit)}
<button class="button button-wide">${texts.order.lookUp}</button></form></div>`
  return renderPage(visit, { title: texts.order.find, main, isListed: false })
}
