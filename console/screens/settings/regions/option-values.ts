import type { RouterOutputs } from '#client/index.ts'
import { type Entered, type Readable, requiredNumber } from '#console/components/form/entered.ts'

export type ShippingOption = RouterOutputs['admin']['shippingOptions']['list']['shipping_options'][number]

/** The values that a new and an existing shipping option share. Amounts are in minor units. */
export interface OptionValues {
  name: string
  price_type: 'flat_rate' | 'calculated'
  amount: Entered<number>
  min_subtotal: Entered<number>
  max_subtotal: Entered<number>
  admin_only: boolean
  includes_tax: boolean
}

/** The part of the input that `create` and `update` share. */
export function optionInput(values: Readable<OptionValues>) {
  const { name, price_type, amount, min_subtotal, max_subtotal, admin_only, includes_tax } = values
  return {
    ...{ name, price_type, admin_only, includes_tax },
    amount: price_type === 'flat_rate' ? requiredNumber(amount) : null,
    requirements: [
      ...(min_subtotal === null ? [] : [{ type: 'min_subtotal' as const, amount: min_subtotal }]),
      ...(max_subtotal === null ? [] : [{ type: 'max_subtotal' as const, amount: max_subtotal }]),
    ],
  }
}
