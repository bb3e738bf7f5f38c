import { total } from './exact.ts'

/** The price and the quantity from which a discount applies, as the shop shows prices. 0: no minimum. */
export interface Minimum {
  amount: number
  quantity: number
}

export const NO_MINIMUM: Minimum = { amount: 0, quantity: 0 }

export const reaches = (
  { amount, quantity }: Minimum,
  counted: readonly { price: number; quantity: number }[],
): boolean =>
  total(counted.map((line) => line.price * line.quantity)) >= amount &&
  total(counted.map((line) => line.quantity)) >= quantity
