import { html, type Markup } from 'cartwright'
import type { Product, Variant } from '../api.ts'
import { MAX_QUANTITY } from '../site/max-quantity.ts'
import type { View } from '../site/view.ts'
import { swatchesOf } from '../swatches/swatch.ts'
import { type Choice, choicesOf, findVariant, valueIn } from './choices.ts'
import { isInStock, isSoldOut, priceRangeOf } from './prices.ts'

export interface BuyFormContent {
  product: Product
  /** The chosen values by the ID of the option. */
  chosen: Readonly<Record<string, string>>
  /** Why the last attempt failed. */
  error?: string | undefined
}

const FEW = 5

export function buyForm(view: View, { product, chosen, error }: BuyFormContent): Markup {
  const { texts, path } = view
  const [variant, ...others] = product.variants ?? []
  if (!priceRangeOf(view, product)) return html`<p class="note">${texts.product.notPriced}</p>`
  if (!variant || isSoldOut(product)) return html`<p class="tag">${texts.product.soldOut}</p>`
  return html`<form class="buy" method="post" action="${path('/cart/lines')}">
<input type="hidden" name="product" value="${product.handle}">
${error && html`<p class="error" role="alert">${error}</p>`}
${
  others.length === 0
    ? html`<input type="hidden" name="variant" value="${variant.id}">${stockNote(view, variant)}`
    : html`${choicesOf(product).map((choice) => choiceField(view, choice, chosen[choice.id]))}${stockOf(view, findVariant(product, chosen))}`
}
<div class="buy-row"><label class="hidden" for="quantity">${texts.product.quantity}</label>
<input id="quantity" class="quantity" type="number" name="quantity" value="1" min="1" max="${MAX_QUANTITY}" inputmode="numeric" required>
<button class="button button-wide">${texts.product.add}</button></div>
</form>`
}

/** The place of the stock exists before a choice, too. */
const stockOf = (view: View, variant: Variant | undefined): Markup =>
  (variant && stockNote(view, variant)) || html`<p class="stock">${variant && view.texts.product.soldOut}</p>`

/** An option with one value needs no choice. */
function choiceField(view: View, { id, title, values }: Choice, chosen: string | undefined): Markup {
  const { texts } = view
  const [only, ...others] = values
  const amounts = new Set(values.map(({ variants }) => priceRangeOf(view, { variants })?.amount))
  const swatchIn = swatchesOf(view, { title, values: values.map(({ value }) => value) })
  const selected = chosen ?? (others.length === 0 ? only?.value : undefined)
  return html`<fieldset class="option"><legend>${title}</legend><div class="option-values">
${values.map(
  ({
    value,
    variants,
    isInStock: hasStock,
  }) => html`<label class="option-value"><input type="radio" name="option[${id}]" value="${value}" required${selected === value && html` checked`}${!hasStock && html` disabled`}>
<span>${swatchIn(value)}<bdi>${value}</bdi>${amounts.size > 1 && valuePrice(view, variants)}${!hasStock && html`<span class="hidden"> – ${texts.product.soldOut}</span>`}</span></label>`,
)}</div></fieldset>`
}

/** The page has no script, so a price that depends on a value stands next to it. */
function valuePrice(view: View, variants: readonly Variant[]): Markup | false {
  const price = priceRangeOf(view, { variants })
  if (!price) return false
  const money = view.format.money(price.amount)
  return html` <span class="option-price">${price.isRange ? view.texts.product.from(money) : money}</span>`
}

function stockNote({ texts: { product } }: View, variant: Variant): Markup | false {
  if (!isInStock(variant)) return false
  const { manage_inventory, allow_backorder, inventory_quantity } = variant
  if (!manage_inventory || variant.purchasable !== undefined) return html`<p class="stock">${product.inStock}</p>`
  if (inventory_quantity > 0)
    return html`<p class="stock">${inventory_quantity <= FEW ? product.fewLeft(inventory_quantity) : product.inStock}</p>`
  return allow_backorder && html`<p class="stock">${product.madeToOrder}</p>`
}

/** The values of a variant, by the ID of the option. */
export const valuesOf = ({ options = [], variants = [] }: Product, variant_id: string | undefined) => {
  const variant = variants.find(({ id }) => id === variant_id)
  return Object.fromEntries(options.flatMap(({ id }) => (variant ? [[id, valueIn(variant, id) ?? '']] : [])))
}
