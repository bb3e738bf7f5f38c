import { html, type Markup } from 'cartwright'
import type { CartLine } from '../api.ts'
import { picture } from '../catalogue/picture.ts'
import { MAX_QUANTITY } from '../site/max-quantity.ts'
import type { View } from '../site/view.ts'

const LINE_SIZES = '6rem'

/** A line of the cart with its forms. */
export function cartLine(view: View, line: CartLine): Markup {
  const { texts, path, format, market } = view
  const { id, title, description, thumbnail, quantity } = line
  const handle = line.variant?.product?.handle
  const name = handle
    ? html`<a href="${path(`/products/${handle}`)}?variant=${encodeURIComponent(line.variant_id ?? '')}"><bdi>${title}</bdi></a>`
    : html`<bdi>${title}</bdi>`
  return html`<li class="line">${picture(view, { src: thumbnail, alt: '', sizes: LINE_SIZES })}
<div class="line-text"><h2 class="line-title">${name}</h2>
${description && description !== title && html`<p class="soft"><bdi>${description}</bdi></p>`}
<div class="line-forms">
<form method="post" action="${path(`/cart/lines/${id}`)}"><label class="hidden" for="quantity-${id}">${texts.cart.quantity(title)}</label>
<input id="quantity-${id}" class="quantity" type="number" name="quantity" value="${quantity}" min="0" max="${MAX_QUANTITY}" inputmode="numeric" required>
<button class="link-button">${texts.cart.update}</button></form>
<form method="post" action="${path(`/cart/lines/${id}`)}"><input type="hidden" name="quantity" value="0">
<button class="link-button" aria-label="${texts.cart.removeLine(title)}">${texts.cart.remove}</button></form>
</div></div>
<p class="money line-price">${format.money(market.showsTax ? line.original_total : line.subtotal)}</p></li>`
}

/** A line that the customer only reads. */
export function plainLine(view: View, line: Omit<CartLine, 'cart' | 'variant'>): Markup {
  const { format, market } = view
  return html`<li class="line line-small">${picture(view, { src: line.thumbnail, alt: '', sizes: LINE_SIZES })}
<div class="line-text"><p class="line-title"><bdi>${line.title}</bdi></p>
<p class="soft">${line.description && line.description !== line.title && html`<bdi>${line.description}</bdi> · `}${format.number(line.quantity)} ×</p></div>
<p class="money line-price">${format.money(market.showsTax ? line.original_total : line.subtotal)}</p></li>`
}
