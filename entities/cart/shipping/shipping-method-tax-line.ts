import { defineEntity, p } from '@mikro-orm/postgresql'
import { double, id, notPersonal, personalMetadata, timestamps } from '#entities/base.ts'
import { ShippingMethod } from './shipping-method.ts'

const ShippingMethodTaxLineSchema = defineEntity({
  name: 'ShippingMethodTaxLine',
  tableName: 'shipping_method_tax_line',
  properties: {
    id: id('smtl'),
    ...timestamps(),
    ...personalMetadata(),
    shipping_method_id: p.text().index(),
    rate: double(),
    name: notPersonal(p.text()),
    code: notPersonal(p.text().nullable()),
    shipping_method: () => p.manyToOne(ShippingMethod).joinColumn('shipping_method_id').persist(false).nullable(),
  },
})

export class ShippingMethodTaxLine extends ShippingMethodTaxLineSchema.class {}
ShippingMethodTaxLineSchema.setClass(ShippingMethodTaxLine)
