import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'
import type { ConditionKind } from './use-resources.ts'

export const BOUGHT_KINDS = [
  'products',
  'product_types',
  'product_collections',
  'product_tags',
] as const satisfies readonly ConditionKind[]
export type BoughtKind = (typeof BOUGHT_KINDS)[number]

/** "Buy X, get Y". The conditions of the discount name the items that buyers get. */
export interface BuyGetValues {
  counts: 'quantity' | 'amount'
  buy_quantity: Entered<number>
  buy_amount: Entered<number>
  /** The IDs of the items to buy. Without lists, all items count. */
  bought: Partial<Record<BoughtKind, string[]>>
  get_quantity: Entered<number>
  max_uses: Entered<number>
  /** The IDs of the variants that buyers get. Empty for all items that meet the conditions. */
  variants: string[]
}

export const newBuyGetValues: BuyGetValues = {
  counts: 'quantity',
  buy_quantity: 2,
  buy_amount: null,
  bought: {},
  get_quantity: 1,
  max_uses: null,
  variants: [],
}

interface StoredBuyGet extends Partial<Record<BoughtKind, string[] | null | undefined>> {
  buy_quantity?: number | null | undefined
  buy_amount?: number | null | undefined
  get_quantity: number
  max_uses?: number | null | undefined
  variants?: string[] | null | undefined
}

export const buyGetValuesOf = (stored: StoredBuyGet): BuyGetValues => ({
  counts: stored.buy_amount == null ? 'quantity' : 'amount',
  buy_quantity: stored.buy_quantity ?? null,
  buy_amount: stored.buy_amount ?? null,
  bought: Object.fromEntries(BOUGHT_KINDS.flatMap((kind) => (stored[kind] ? [[kind, stored[kind]]] : []))),
  get_quantity: stored.get_quantity,
  max_uses: stored.max_uses ?? null,
  variants: stored.variants ?? [],
})

export function buyGetInput({ counts, bought, variants, ...values }: Readable<BuyGetValues>): StoredBuyGet {
  const lists = Object.entries(bought).filter(([, ids]) => ids.length > 0)
  return {
    ...Object.fromEntries(lists),
    ...(counts === 'amount'
      ? { buy_amount: requiredNumber(values.buy_amount) }
      : { buy_quantity: requiredNumber(values.buy_quantity), max_uses: values.max_uses }),
    get_quantity: requiredNumber(values.get_quantity),
    ...(variants.length > 0 ? { variants } : {}),
  }
}
