import { defineEntity, p } from '@mikro-orm/postgresql'
import { double, id, metadata, timestamps } from '#entities/base.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductType } from '#entities/catalogue/product/product-type.ts'
import { Region } from '../region/region.ts'
import { ShippingOption } from '../shipping/shipping-option.ts'

const TaxRateSchema = defineEntity({
  name: 'TaxRate',
  tableName: 'tax_rate',
  properties: {
    id: id('txr'),
    ...timestamps(),
    ...metadata(),
    /** Tax rate in percent. Null means 0. */
    rate: double().nullable(),
    code: p.text().nullable(),
    name: p.text(),
    region_id: p.text().index(),
    region: () => p.manyToOne(Region).joinColumn('region_id').persist(false).nullable(),
    products: () =>
      p.manyToMany(Product).pivotTable('product_tax_rate').joinColumn('rate_id').inverseJoinColumn('product_id'),
    product_types: () =>
      p
        .manyToMany(ProductType)
        .pivotTable('product_type_tax_rate')
        .joinColumn('rate_id')
        .inverseJoinColumn('product_type_id'),
    shipping_options: () =>
      p
        .manyToMany(ShippingOption)
        .pivotTable('shipping_tax_rate')
        .joinColumn('rate_id')
        .inverseJoinColumn('shipping_option_id'),
  },
})

export class TaxRate extends TaxRateSchema.class {}
TaxRateSchema.setClass(TaxRate)
