/** The largest sum of the discounts that a promotion gives in a currency, in minor units without tax. All codes share it. */
export interface Budget {
  /** Lower case. */
  currency_code: string
  amount: number
  /** The discounts of the orders that are not canceled. */
  spent: number
}

/** The rest of the budget, in minor units. Infinity without a budget in this currency. */
export function budgetLeft(budgets: readonly Budget[] | null | undefined, currency_code: string): number {
  const budget = budgets?.find((one) => one.currency_code === currency_code)
  return budget ? Math.max(0, budget.amount - budget.spent) : Number.POSITIVE_INFINITY
}
