import type { Currency } from '#entities/market/currency/currency.ts'
import type { Region } from '#entities/market/region/region.ts'

/** The region, currency and customer groups that prices depend on. Without a currency, no variant has a price. */
export interface PriceSetting {
  currency: Pick<Currency, 'code' | 'includes_tax'> | null
  region: Pick<Region, 'id' | 'includes_tax' | 'tax_rate' | 'automatic_taxes'> | null
  customer_group_ids: readonly string[]
  /** The time at which the prices apply. Default: now. */
  at?: Date
}
