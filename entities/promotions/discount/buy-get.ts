import type { Condition } from './conditions.ts'

export const BOUGHT_TYPES = ['products', 'product_types', 'product_collections', 'product_tags'] as const
export type BoughtType = (typeof BOUGHT_TYPES)[number]

/**
 * Buy X, get Y. The lists name the items to buy, and without lists all items count. The conditions of the rule and `variants` name the
 * items that the customer gets.
 */
export interface BuyGet extends Partial<Record<BoughtType, string[] | null | undefined>> {
  /** Units to buy for each use. */
  buy_quantity?: number | null | undefined
  /** Instead of units: the price of the items to buy, in minor units as the shop shows prices. Counts once for each cart. */
  buy_amount?: number | null | undefined
  /** Discounted units for each use. */
  get_quantity: number
  /** Uses for each cart. Null without a limit. */
  max_uses?: number | null | undefined
  /** The variants that the customer gets. Null for all that meet the conditions. */
  variants?: string[] | null | undefined
}

/** The conditions of the items to buy. */
export const boughtConditions = (terms: BuyGet): Condition[] =>
  BOUGHT_TYPES.flatMap((type) => {
    const resource_ids = terms[type] ?? []
    return resource_ids.length > 0 ? [{ type, operator: 'in', resource_ids }] : []
  })
