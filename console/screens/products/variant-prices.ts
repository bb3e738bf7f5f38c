import type { Entered } from '#console/components/form/entered.ts'

export interface VariantPrice {
  id: string
  amount: number
  currency_code: string
  region_id?: string | null | undefined
  min_quantity?: number | null | undefined
  max_quantity?: number | null | undefined
  price_list_id?: string | null | undefined
}

/** Amounts in minor units by currency. */
export type PriceByCurrency = Partial<Record<string, number | null>>

/** The prices of a form. */
export type EnteredPrices = Partial<Record<string, Entered<number>>>

type PriceInput =
  | Pick<VariantPrice, 'id' | 'amount' | 'min_quantity' | 'max_quantity'>
  | { currency_code: string; amount: number }

/** A price that applies to any quantity and any region with its currency. */
const isGeneral = ({ region_id, min_quantity, max_quantity }: VariantPrice): boolean =>
  !region_id && min_quantity == null && max_quantity == null

const basePrices = (prices: readonly VariantPrice[] = []): VariantPrice[] =>
  prices.filter(({ price_list_id }) => !price_list_id)

export const generalPrices = (prices: readonly VariantPrice[] = []): PriceByCurrency =>
  Object.fromEntries(
    basePrices(prices)
      .filter(isGeneral)
      .map(({ currency_code, amount }) => [currency_code, amount]),
  )

/** The input that changes the general prices and keeps the prices of regions and quantities. */
export function priceInputs(stored: readonly VariantPrice[] = [], changed: PriceByCurrency): PriceInput[] {
  const base = basePrices(stored)
  const kept = base.flatMap((price): PriceInput[] => {
    const { id, min_quantity, max_quantity } = price
    if (!isGeneral(price)) return [{ id, amount: price.amount, min_quantity, max_quantity }]
    const amount = changed[price.currency_code]
    return amount == null ? [] : [{ currency_code: price.currency_code, amount }]
  })
  const known = new Set(base.filter(isGeneral).map(({ currency_code }) => currency_code))
  const added = Object.entries(changed).flatMap(([currency_code, amount]): PriceInput[] =>
    amount == null || known.has(currency_code) ? [] : [{ currency_code, amount }],
  )
  return [...kept, ...added]
}
