import type { ShopParts } from '#server/plugin/shop-parts.ts'
import { STEPS } from '../../bench/checkout.ts'
import { setUpShop } from '../../bench/shop.ts'
import { countStatements, type Statements } from '../../bench/statements.ts'
import type { TestShop } from './shop.ts'

/** The highest number of statements of one request per step, including `begin` and `commit`. */
const BUDGET: Statements = {
  steps: {
    'create cart': 6,
    'add line': 7,
    'get cart': 1,
    'update cart': 11,
    'add shipping': 8,
    'payment sessions': 6,
    complete: 23,
  },
  checkout: 77,
  roundTrips: 19,
}

/** Returns the parts of a checkout that send more statements than the budget allows. */
export async function findBudgetOverruns({ url, databaseUrl }: TestShop, parts?: ShopParts): Promise<string[]> {
  const login = { url, email: 'admin@example.com', password: 'correct horse' }
  const { steps, checkout, roundTrips } = await countStatements(databaseUrl, await setUpShop(login), parts)
  const counts = [
    ...STEPS.map((step) => [step, steps[step], BUDGET.steps[step]] as const),
    ['checkout', checkout, BUDGET.checkout] as const,
    ['round trips', roundTrips, BUDGET.roundTrips] as const,
  ]
  return counts.filter(([, count, max]) => count > max).map(([name, count]) => `${name}: ${count}`)
}
