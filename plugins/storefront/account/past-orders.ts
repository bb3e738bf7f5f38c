import { html, type Markup } from 'cartwright'
import { formatIn } from '../site/format.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'

export type PastOrder = Awaited<ReturnType<Visit['store']['customers']['listPastOrders']>>['past_orders'][number]

/** The orders of the customer in the shop that was used before. They have no pages. */
export const readPastOrders = async ({ store }: Visit): Promise<PastOrder[]> =>
  (await store.customers.listPastOrders({ limit: 50 })).past_orders

export function pastOrderSection(view: View, orders: readonly PastOrder[]): Markup | false {
  if (orders.length === 0) return false
  const { texts, format, language } = view
  return html`<section class="section"><h2>${texts.account.pastOrders}</h2><ul class="rows">${orders.map((order) => {
    const { money } = formatIn(language, order.currency_code)
    const items = order.items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ')
    return html`<li><div class="row"><span class="row-title">${order.number}</span>
<span class="soft">${format.date(order.placed_at)}</span><span class="soft">${items}</span><span class="money">${money(order.total)}</span></div></li>`
  })}</ul></section>`
}
