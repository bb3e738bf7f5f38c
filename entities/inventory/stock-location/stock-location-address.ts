import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, softDelete, timestamps } from '#entities/base.ts'

const StockLocationAddressSchema = defineEntity({
  name: 'StockLocationAddress',
  tableName: 'stock_location_address',
  properties: {
    id: id('laddr'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    address_1: p.text(),
    address_2: p.text().nullable(),
    company: p.text().nullable(),
    city: p.text().nullable(),
    country_code: p.text(),
    phone: p.text().nullable(),
    province: p.text().nullable(),
    postal_code: p.text().nullable(),
  },
})

export class StockLocationAddress extends StockLocationAddressSchema.class {}
StockLocationAddressSchema.setClass(StockLocationAddress)
