import type { MoneyApi } from './api.ts'
import type { Product } from './assortment.ts'
import type { Customer } from './customer.ts'
import type { DiscountTerms } from './ledger/discount.ts'
import type { Minimum } from './ledger/minimum.ts'
import type { OrderLedger } from './ledger/order-ledger.ts'
import type { Market } from './market.ts'

export interface SoldDiscount {
  id: string
  /** The discount that has the rule: the parent of a dynamic code. */
  ruleOwner: string
  rule: string
  /** The terms of today: the ledger has those of the sale. Null: free shipping. */
  terms: DiscountTerms | null
  /** Products whose shipping is not free. Free shipping without exceptions needs no product that allows discounts. */
  shippedAtPrice?: Set<string>
  isEnded?: boolean
  minimum: Minimum
  /** From a higher minimum on, the value of the terms is higher. */
  tier: { minimum: Minimum; value: number } | null
  /** Applies to the cart without its code. */
  isAutomatic: boolean
}

/** One order, the goods of its shop and the ledger that follows it. */
export interface Play {
  api: MoneyApi
  market: Market
  products: Product[]
  /** The discounts of the order that still exist. */
  discounts: SoldDiscount[]
  cards: { id: string; value: number }[]
  /** Null: a guest without a rebate and balances. */
  customer: Customer | null
  order: string
  ledger: OrderLedger
  /** Fulfillments that are neither shipped nor canceled, with their quantities by line. */
  fulfillments: { id: string; quantities: Map<string, number> }[]
  /** Fulfillments that are shipped or canceled. */
  shippedIds: Set<string>
  /** Returns that have not arrived. */
  openReturns: OpenReturn[]
  openClaims: { id: string; lines: string[] }[]
  /** The payment status of each claim and each swap, by its id. */
  paymentStatuses: Map<string, string>
  /** Products that the discount excludes today. */
  excluded: Set<string>
  hasSwap: boolean
}

export interface OpenReturn {
  id: string
  items: { label: string; quantity: number; credit: number }[]
  /** What the return shipping costs. */
  fee: number
  refund: number
  /** Whether the customer owed money when the return was requested. */
  isInDebt: boolean
}

export function lineOf({ ledger }: Pick<Play, 'ledger'>, label: string) {
  const line = ledger.allLines.find((one) => one.label === label)
  if (!line) throw new Error(`No line ${label}`)
  return line
}

export function productOf({ products }: Pick<Play, 'products'>, variant: string): Product {
  const product = products.find((one) => one.variant === variant)
  if (!product) throw new Error(`No product has the variant ${variant}`)
  return product
}
