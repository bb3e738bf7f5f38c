import type { RegionRate, RegionSnapshot } from '../settings/settings.ts'

export const ratesOfProduct = (
  { tax_rates }: Pick<RegionSnapshot, 'tax_rates'>,
  { type_id, rate_ids }: { type_id: string | null; rate_ids: readonly string[] },
): RegionRate[] =>
  tax_rates.filter(
    ({ id, product_type_ids }) => rate_ids.includes(id) || (type_id !== null && product_type_ids.includes(type_id)),
  )

export const ratesOfOption = ({ tax_rates }: Pick<RegionSnapshot, 'tax_rates'>, option_id: string): RegionRate[] =>
  tax_rates.filter(({ shipping_option_ids }) => shipping_option_ids.includes(option_id))

/** A region can tax gift cards when they pay, instead of when they are sold. */
export const isTaxedWhenSold = (
  { is_giftcard }: { is_giftcard: boolean },
  { gift_cards_taxable }: Pick<RegionSnapshot, 'gift_cards_taxable'>,
): boolean => gift_cards_taxable || !is_giftcard
