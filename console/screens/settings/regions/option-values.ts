import type { RouterOutputs } from '#client/index.ts'

export type ShippingOption = RouterOutputs['admin']['shippingOptions']['list']['shipping_options'][number]

/** The values that a new and an existing shipping option share. Amounts are in minor units. */
export interface OptionValues {
  name: string
  price_type: 'flat_rate' | 'calculated'
  amount: number | undefined
  min_subtotal: number | undefined
  max_subtotal: number | undefined
  admin_only: boolean
  includes_tax: boolean
}

/** The part of the input that `create` and `update` share. */
export function optionInput({ min_subtotal, max_subtotal, amount, ...values }: OptionValues) {
  return {
    ...values,
    amount: values.price_type === 'flat_rate' ? amount : null,
    requirements: [
      ...(min_subtotal === undefined ? [] : [{ type: 'min_subtotal' as const, amount: min_subtotal }]),
      ...(max_subtotal === undefined ? [] : [{ type: 'max_subtotal' as const, amount: max_subtotal }]),
    ],
  }
}
