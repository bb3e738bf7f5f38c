export type Requirement = { type: 'min_subtotal' | 'max_subtotal'; amount: number }

/**
 * Whether a cart may use a shipping option: `amount` is at least the minimum and below the maximum. It is the subtotal
 * of the cart before discounts, with the tax of the items if the option includes tax.
 */
export function meetsRequirements(amount: number, requirements: readonly Requirement[]): boolean {
  return requirements.every((requirement) =>
    requirement.type === 'min_subtotal' ? amount >= requirement.amount : amount < requirement.amount,
  )
}
