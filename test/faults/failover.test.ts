import { expect, test } from 'vitest'
import { failOver, failOverByPatroni, freezePrimary, killPrimary } from '../suites/faults/fail-over.ts'
import { findClusterPrograms } from '../suites/faults/patroni/programs.ts'

/* Short runs of `npm run failover`. */

const load = { clients: 4, seed: 7, print: () => {}, checkouts: 8, times: 1, answersBetween: 20 }

test.runIf(process.platform === 'linux').each([killPrimary, freezePrimary])(
  'a failover to a synchronous standby loses no order ($describe)',
  async (failover) => {
    const outcome = await failOver(failover, load)
    expect(outcome.violations.filter((found) => !found.startsWith('writes were refused'))).toEqual([])
    expect(outcome.orders).toBeGreaterThanOrEqual(8)
  },
)

const cluster = await findClusterPrograms()

test.skipIf(Array.isArray(cluster))('a failover and a switchover by Patroni lose no order', async () => {
  if (Array.isArray(cluster)) return
  const outcome = await failOver(failOverByPatroni(cluster), { ...load, times: 2 })
  expect(outcome.violations.filter((found) => !found.startsWith('writes were refused'))).toEqual([])
  expect(outcome.refused).toHaveLength(2)
})
