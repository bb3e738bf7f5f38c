/** A higher value of a discount from a minimum on. `value` has the unit of the rule. */
export interface Tier {
  minimum_amount?: number | null | undefined
  minimum_quantity?: number | null | undefined
  value: number
}
