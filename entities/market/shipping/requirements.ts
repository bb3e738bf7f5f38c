export type Requirement = { type: 'min_subtotal' | 'max_subtotal'; amount: number }

/** `subtotal` is before discounts, with tax if the option includes tax. The maximum is exclusive. */
export function meetsRequirements(subtotal: number, requirements: readonly Requirement[]): boolean {
  return requirements.every((requirement) =>
    requirement.type === 'min_subtotal' ? subtotal >= requirement.amount : subtotal < requirement.amount,
  )
}
