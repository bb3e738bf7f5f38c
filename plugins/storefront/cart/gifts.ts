import { html, type Markup } from 'cartwright'
import type { DiscountOutcome } from '../api.ts'
import { isInStock, priceOf } from '../catalogue/prices.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'

/** A variant that the customer can add at the discount of a promotion. */
export interface Gift {
  variant_id: string
  /** The handle of its product. */
  product: string
  title: string
}

const MAX_GIFTS = 20

/** Returns the variants that the discounts offer, are in stock and have a price in the market. */
export async function readGifts(
  { store, market }: Pick<Visit, 'store' | 'market'>,
  outcomes: readonly DiscountOutcome[],
): Promise<Gift[]> {
  const ids = [...new Set(outcomes.flatMap(({ offered_variants }) => offered_variants))]
  if (ids.length === 0) return []
  const { variants } = await store.variants.list({ ids: ids.join(), region_id: market.region.id, limit: 100 })
  return variants
    .filter((variant) => isInStock(variant) && priceOf({ market }, variant))
    .flatMap(({ id, title, product }) =>
      product?.handle ? [{ variant_id: id, product: product.handle, title: `${product.title}, ${title}` }] : [],
    )
    .slice(0, MAX_GIFTS)
}

export function giftForms({ texts, path }: View, gifts: readonly Gift[]): Markup {
  return html`${gifts.map(
    ({ variant_id, product, title }) => html`<form class="gift" method="post" action="${path('/cart/lines')}">
<input type="hidden" name="product" value="${product}"><input type="hidden" name="variant" value="${variant_id}">
<span>${texts.cart.gift(title)}</span> <button class="button button-quiet">${texts.cart.addGift}</button></form>`,
  )}`
}
