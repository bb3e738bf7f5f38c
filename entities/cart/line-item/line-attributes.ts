import { InvalidData } from '#entities/errors.ts'
import { type Market, priceVariant, type SellableVariant } from './sellable-variants.ts'

export const buildLineAttributes = ({ id, title, thumbnail, product }: SellableVariant) => ({
  variant_id: id,
  title: product.title,
  description: title,
  thumbnail: thumbnail ?? product.thumbnail,
  is_giftcard: product.is_giftcard,
  allow_discounts: product.discountable && !product.is_giftcard,
})

/** The value of `tax_rate_id` for the rate of the region. */
export const REGION_RATE = 'default'

/** A custom price excludes tax, and its line does not merge with other lines. */
export const fixedPrice = (unit_price: number) => ({
  unit_price,
  is_price_fixed: true,
  should_merge: false,
  includes_tax: false,
})

/** @throws InvalidData if the variant has no price in the market. */
export function requireUnitPrice(
  variant: SellableVariant,
  market: Market,
  quantity: number,
): { unit_price: number; includes_tax: boolean } {
  const { calculated_price, calculated_price_includes_tax } = priceVariant(variant, market, quantity)
  if (calculated_price === null)
    throw new InvalidData(`Cannot generate line item for variant "${variant.title}" without a price`).because({
      name: 'variant_without_price',
      title: variant.title,
    })
  return { unit_price: calculated_price, includes_tax: calculated_price_includes_tax ?? false }
}
