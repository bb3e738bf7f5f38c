import { html, type Markup } from 'cartwright'
import type { Order } from '../api.ts'
import type { View } from '../site/view.ts'

type OrderReturn = NonNullable<Order['returns']>[number]

/** The returns of an order and their progress. */
export function returnList({ texts, format }: View, { returns = [] }: Order): Markup | false {
  if (returns.length === 0) return false
  return html`<section><h2>${texts.returns.list}</h2><ul class="rows">${returns.map(
    (one) => html`<li class="row"><span>${format.date(one.created_at)}</span>
<span class="soft">${texts.returns.units(unitsOf(one))}</span><span>${texts.returns[one.status]}</span></li>`,
  )}</ul></section>`
}

const unitsOf = ({ items = [] }: OrderReturn): number => items.reduce((sum, { quantity }) => sum + quantity, 0)
