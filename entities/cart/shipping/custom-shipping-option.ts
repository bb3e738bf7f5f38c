import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, id, timestamps } from '#entities/base.ts'

/** A custom price of a shipping option for one cart. Such a cart can only use options that have a custom price. */
const CustomShippingOptionSchema = defineEntity({
  name: 'CustomShippingOption',
  tableName: 'custom_shipping_option',
  properties: {
    id: id('cso'),
    ...timestamps(),
    cart_id: p.text(),
    shipping_option_id: p.text(),
    price: amount(),
  },
})

export class CustomShippingOption extends CustomShippingOptionSchema.class {}
CustomShippingOptionSchema.setClass(CustomShippingOption)
