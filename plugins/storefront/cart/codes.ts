import { html, type Markup } from 'cartwright'
import type { Cart } from '../api.ts'
import type { View } from '../site/view.ts'

export interface CodesContent {
  cart: Cart
  /** The page to which the form leads back. */
  back: '/cart' | '/checkout/delivery' | '/checkout/payment'
  error?: string | undefined
  /** Texts about the discounts that give nothing. */
  notes?: readonly string[] | undefined
}

/** One field for discounts and gift cards, because a customer does not know which of them a code is. */
export function codes({ texts, path }: View, { cart, back, error, notes = [] }: CodesContent): Markup {
  const { discounts = [], gift_cards = [] } = cart
  const automatic = discounts.filter(({ is_automatic }) => is_automatic)
  const entered = [...discounts.filter(({ is_automatic }) => !is_automatic), ...gift_cards]
  return html`<div class="codes">
${automatic.map(({ code }) => html`<span class="chip">${code}</span>`)}
${entered.map(
  ({
    code,
  }) => html`<form class="chip" method="post" action="${path('/cart/codes/remove')}"><input type="hidden" name="back" value="${back}">
<input type="hidden" name="code" value="${code}"><span>${code}</span>
<button class="chip-button" aria-label="${texts.cart.removeCode(code)}">×</button></form>`,
)}
${notes.map((note) => html`<p class="soft">${note}</p>`)}
<form class="code-form" method="post" action="${path('/cart/codes')}"><input type="hidden" name="back" value="${back}">
<label for="code">${texts.cart.code}</label>
<div class="code-row"><input id="code" name="code" maxlength="100" autocomplete="off" autocapitalize="characters" required${error && html` aria-invalid="true" aria-describedby="code-error"`}>
<button class="button button-quiet">${texts.cart.apply}</button></div>
${error && html`<p class="error" id="code-error" role="alert">${error}</p>`}</form>
</div>`
}
