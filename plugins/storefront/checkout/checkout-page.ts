import { html, type Markup } from 'cartwright'
import type { Cart } from '../api.ts'
import { type CodesContent, codes } from '../cart/codes.ts'
import { plainLine } from '../cart/line.ts'
import { totals } from '../cart/totals.ts'
import type { View } from '../site/view.ts'
import { type Step, steps } from './steps.ts'

export interface CheckoutContent {
  cart: Cart
  step: Step
  /** The form of the step. */
  form: Markup
  error?: string | undefined
  /** The field for codes, in the steps that show the total. */
  codes?: Pick<CodesContent, 'back' | 'error' | 'notes'>
}

/** A step of the checkout next to the order. */
export function checkoutPage(view: View, { cart, step, form, error, codes: codesContent }: CheckoutContent): Markup {
  const { texts, path } = view
  return html`<h1>${texts.checkout.title}</h1>
${steps(view, step)}
${error && html`<p class="error" role="alert">${error}</p>`}
<div class="cart checkout">
<div class="checkout-form">${form}</div>
<section class="summary" aria-label="${texts.checkout.summary}"><h2>${texts.checkout.summary}</h2>
<ul class="lines">${cart.items.map((line) => plainLine(view, line))}</ul>
<p><a href="${path('/cart')}">${texts.checkout.change}</a></p>
${totals(view, { cart, hasShipping: cart.shipping_methods.length > 0 })}
${codesContent && codes(view, { cart, ...codesContent })}
</section></div>`
}
