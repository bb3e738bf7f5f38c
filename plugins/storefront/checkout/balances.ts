import { DomainError, html, type Markup } from 'cartwright'
import { nameOfKind } from '../account/balances.ts'
import type { Cart, CartTenders } from '../api.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'

/** The balances of the customer that can pay for the cart, or undefined for a guest. */
export async function readTenders(
  { store, isLoggedIn }: Visit,
  { id }: Pick<Cart, 'id'>,
): Promise<CartTenders | undefined> {
  if (!isLoggedIn) return undefined
  // The cart can belong to another customer, such as one with another e-mail address.
  return store.carts.getTenders({ id }).catch((error: unknown) => {
    if (error instanceof DomainError && error.reason?.name === 'balance_of_other_customer') return undefined
    throw error
  })
}

/** The form of the balances, or false if the customer has none. */
export function balanceForm(view: View, { tenders }: CartTenders): Markup | false {
  if (tenders.length === 0) return false
  const { texts, path, format } = view
  return html`<form class="fields" method="post" action="${path('/checkout/balances')}">
<fieldset class="choices choices-large"><legend>${texts.balance.title}</legend>
${tenders.map(
  ({
    kind,
    label,
    worth,
    available,
    amount,
    is_chosen,
  }) => html`<label class="choice"><input type="checkbox" name="balance" value="${kind}"${is_chosen && html` checked`}>
<span>${nameOfKind(view, { kind, label })} <span class="soft">${worth === null ? format.money(available) : format.number(available)}</span></span>
${is_chosen && html`<span class="money">${format.money(-amount)}</span>`}</label>`,
)}</fieldset>
<button class="button button-quiet">${texts.balance.apply}</button></form>`
}
