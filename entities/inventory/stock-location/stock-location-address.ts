import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, metadata, notPersonal, softDelete, timestamps } from '#entities/base.ts'

const StockLocationAddressSchema = defineEntity({
  name: 'StockLocationAddress',
  tableName: 'stock_location_address',
  properties: {
    id: id('laddr'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    address_1: notPersonal(p.text()),
    address_2: notPersonal(p.text().nullable()),
    company: p.text().nullable(),
    city: p.text().nullable(),
    country_code: p.text(),
    phone: notPersonal(p.text().nullable()),
    province: p.text().nullable(),
    postal_code: p.text().nullable(),
  },
})

export class StockLocationAddress extends StockLocationAddressSchema.class {}
StockLocationAddressSchema.setClass(StockLocationAddress)
