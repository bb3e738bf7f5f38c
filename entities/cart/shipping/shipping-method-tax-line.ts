import { defineEntity, p } from '@mikro-orm/postgresql'
import { double, id, metadata, timestamps } from '#entities/base.ts'
import { ShippingMethod } from './shipping-method.ts'

const ShippingMethodTaxLineSchema = defineEntity({
  name: 'ShippingMethodTaxLine',
  tableName: 'shipping_method_tax_line',
  properties: {
    id: id('smtl'),
    ...timestamps(),
    ...metadata(),
    shipping_method_id: p.text().index(),
    rate: double(),
    name: p.text(),
    code: p.text().nullable(),
    shipping_method: () => p.manyToOne(ShippingMethod).joinColumn('shipping_method_id').persist(false).nullable(),
  },
})

export class ShippingMethodTaxLine extends ShippingMethodTaxLineSchema.class {}
ShippingMethodTaxLineSchema.setClass(ShippingMethodTaxLine)
