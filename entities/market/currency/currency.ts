import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag } from '#entities/base.ts'

const CurrencySchema = defineEntity({
  name: 'Currency',
  tableName: 'currency',
  properties: {
    code: p.text().primary(),
    symbol: p.text(),
    symbol_native: p.text(),
    name: p.text(),
    includes_tax: flag(false),
    /** Number of decimals of a price: 2 for most currencies, 0 for yen, 3 for dinars. */
    decimal_digits: p.smallint().onCreate(() => 2),
  },
})

export class Currency extends CurrencySchema.class {}
CurrencySchema.setClass(Currency)
