import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, id, softDelete, timestamps } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { Currency } from '#entities/market/currency/currency.ts'
import { Region } from '#entities/market/region/region.ts'
import { PriceList } from '../price-list/price-list.ts'
import { ProductVariant } from './product-variant.ts'

const MoneyAmountSchema = defineEntity({
  name: 'MoneyAmount',
  tableName: 'money_amount',
  properties: {
    id: id('ma'),
    ...timestamps(),
    ...softDelete(),
    variant_id: p.text().index(),
    currency_code: p.text(),
    amount: amount(),
    min_quantity: p.integer().nullable(),
    max_quantity: p.integer().nullable(),
    region_id: p.text().nullable().index(),
    price_list_id: p.text().nullable().index(),
    variant: () => p.manyToOne(ProductVariant).joinColumn('variant_id').persist(false).nullable(),
    currency: () => p.manyToOne(Currency).joinColumn('currency_code').persist(false).nullable(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
    price_list: () => p.manyToOne(PriceList).joinColumn('price_list_id').persist(false).nullable(),
  },
  filters: alive,
})

export class MoneyAmount extends MoneyAmountSchema.class {
  assertValidQuantities(): void {
    if (this.min_quantity != null && this.max_quantity != null && this.min_quantity > this.max_quantity)
      throw new InvalidData('"max_quantity" must not be less than "min_quantity"').because({
        name: 'maximum_below_minimum',
      })
  }
}
MoneyAmountSchema.setClass(MoneyAmount)
