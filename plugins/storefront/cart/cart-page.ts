import { html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { Cart } from '../api.ts'
import { renderPage } from '../shell/render-page.ts'
import { page } from '../site/page.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { codes } from './codes.ts'
import { discountNotes, readDiscountOutcomes } from './discount-notes.ts'
import { type Gift, giftForms, readGifts } from './gifts.ts'
import { cartLine } from './line.ts'
import { maybeCart } from './read-cart.ts'
import { totals } from './totals.ts'

const query = z.object({ added: z.string().max(300).optional().catch(undefined) })

export const cart = page('/cart', { input: query }, async (visit, { input: { added } }) =>
  renderCart(visit, { notice: added && visit.texts.cart.added(added) }),
)

export interface CartMessages {
  notice?: string | undefined
  error?: string | undefined
  codeError?: string | undefined
}

/** The page of the cart, also with the errors of its forms. */
export async function renderCart(visit: Visit, messages: CartMessages = {}): Promise<Markup> {
  const { texts, site } = visit
  const open = await maybeCart(visit)
  const outcomes = open ? await readDiscountOutcomes(visit, open) : []
  const offers = { notes: discountNotes(visit, outcomes), gifts: await readGifts(visit, outcomes) }
  const main = site.components.cartPage(visit, { cart: open, ...offers, ...messages })
  return renderPage(visit, { title: texts.cart.title, main, isListed: false })
}

export interface CartContent extends CartMessages {
  cart: Cart | null
  /** Texts about the discounts that give nothing. */
  notes?: readonly string[]
  /** Variants that the customer can add at a discount. */
  gifts?: readonly Gift[]
}

export function cartPage(view: View, { cart, notice, error, codeError, notes, gifts = [] }: CartContent): Markup {
  const { texts, path } = view
  const { items = [] } = cart ?? {}
  if (!cart || items.length === 0)
    return html`<div class="message"><h1>${texts.cart.title}</h1>
${error && html`<p class="error" role="alert">${error}</p>`}<p>${texts.cart.empty}</p>
<p><a class="button" href="${path('/products')}">${texts.cart.start}</a></p></div>`
  return html`<h1>${texts.cart.title}</h1>
${notice && html`<p class="notice" role="status">${notice}</p>`}
${error && html`<p class="error" role="alert">${error}</p>`}
<div class="cart">
<ul class="lines">${items.map((line) => cartLine(view, line))}</ul>
<section class="summary" aria-label="${texts.cart.total}">
${giftForms(view, gifts)}
${totals(view, { cart, hasShipping: cart.shipping_methods.length > 0 })}
${codes(view, { cart, back: '/cart', error: codeError, notes })}
<p><a class="button button-wide" href="${path('/checkout')}">${texts.cart.checkout}</a></p>
<p><a href="${path('/products')}">${texts.cart.more}</a></p>
</section></div>`
}
