/** `amount` is in whole minor units. If there are `parts`, it is their sum. `rate` is a percentage of `base`. */
export type TotalPart =
  | Part<SumKind>
  | Part<'line', { item_id: string; title: string }>
  | Part<'shipping_method', { shipping_method_id: string; name: string }>
  | Part<'price', { unit_price: number; quantity: number }>
  | Part<'adjustment', { discount_id: string | null; code: string | null; exact_amount: number }>
  | Part<'price_adjustment', { plugin: string; description: string }>
  | Part<'free_shipping', { discount_id: string; code: string }>
  | Part<
      'tax' | 'contained_tax',
      { name: string; code: string | null; rate: number; base: number; exact_amount: number }
    >
  | Part<'gift_card', { gift_card_id: string; code: string | null }>
  | Part<'gift_card_tax', { gift_card_id: string; rate: number; base: number }>
  | Part<'payment', { payment_id: string; provider_id: string }>
  | Part<'refund', { refund_id: string; reason: string; note: string | null }>
  | Part<'rounding'>

export const SUM_KINDS = [
  'total',
  'subtotal',
  'discount_total',
  'shipping_total',
  'tax_total',
  'item_tax_total',
  'shipping_tax_total',
  'gift_card_total',
  'gift_card_tax_total',
  'refundable_amount',
  'paid_total',
  'refunded_total',
] as const
export type SumKind = (typeof SUM_KINDS)[number]

type Part<Kind extends string, Details = object> = { kind: Kind; amount: number; parts: TotalPart[] } & Details

export function buildSum(kind: SumKind, parts: TotalPart[]): TotalPart {
  return { kind, amount: sumParts(parts), parts }
}

export function sumParts(parts: readonly TotalPart[]): number {
  let amount = 0
  for (const part of parts) amount += part.amount
  return amount
}

export function buildRoundingParts(amount: number, parts: readonly TotalPart[]): TotalPart[] {
  const difference = amount - sumParts(parts)
  return difference === 0 ? [] : [{ kind: 'rounding', amount: difference, parts: [] }]
}
