import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'
import type { PriceSetting } from '../product/price-setting.ts'
import { currentPriceSql } from './current-prices.ts'
import { boundsOf } from './price-range.ts'
import type { PriceRange } from './search-port.ts'

/** Selects the ids of the products whose lowest price is in the range. */
export function pricedWithin(range: PriceRange, setting: PriceSetting): RawQueryFragment {
  const values: unknown[] = []
  const add = (value: unknown) => {
    values.push(value)
    return '?'
  }
  const prices = `select v.product_id from product_variant v join money_amount m on m.variant_id = v.id
    where v.deleted_at is null and ${currentPriceSql(setting, add)} group by v.product_id`
  const bounds = boundsOf(range).map(([operator, bound]) => `min(m.amount) ${operator} ${add(bound)}`)
  return raw(`(${prices} having ${['true', ...bounds].join(' and ')})`, values)
}
