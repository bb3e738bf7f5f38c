import { expect, test } from 'vitest'
import { failOver } from '../suites/faults/fail-over.ts'

/* Short runs of `npm run faults -- --only failover`. */

const load = { clients: 4, seed: 7, print: () => {}, checkouts: 8, times: 1, answersBetween: 20 }

test.runIf(process.platform === 'linux').each(['kill', 'freeze'] as const)(
  'a failover to a synchronous standby loses no order (%s)',
  async (how) => {
    const outcome = await failOver({ ...load, how })
    expect(outcome.violations.filter((found) => !found.startsWith('writes were refused'))).toEqual([])
    expect(outcome.orders).toBeGreaterThanOrEqual(8)
  },
)
