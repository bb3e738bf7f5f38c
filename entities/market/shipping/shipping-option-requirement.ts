import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, amount, id, oneOf, softDelete } from '#entities/base.ts'
import { ShippingOption } from './shipping-option.ts'

const REQUIREMENT_TYPES = ['min_subtotal', 'max_subtotal'] as const

const ShippingOptionRequirementSchema = defineEntity({
  name: 'ShippingOptionRequirement',
  tableName: 'shipping_option_requirement',
  properties: {
    id: id('sor'),
    ...softDelete(),
    shipping_option_id: p.text().index(),
    type: oneOf(REQUIREMENT_TYPES),
    amount: amount(),
    shipping_option: () => p.manyToOne(ShippingOption).joinColumn('shipping_option_id').persist(false).nullable(),
  },
  filters: alive,
})

export class ShippingOptionRequirement extends ShippingOptionRequirementSchema.class {}
ShippingOptionRequirementSchema.setClass(ShippingOptionRequirement)
