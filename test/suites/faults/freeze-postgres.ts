import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { expectUnavailable } from './expect-unavailable.ts'
import type { PostgresFault } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'

/** Response timeout of the server, and additional time for a slow machine, in seconds. */
const ANSWER_TIMEOUT = 2
const SLACK = 8

/**
 * Freezes PostgreSQL with all its connections, as a hanging disk does. Responses must come within the timeout.
 * Afterwards the shop continues, and a request that was reported as failed must not have an effect.
 */
export const freezePostgres: PostgresFault = async ({ postgres, ...options }) => {
  const bounds = { ANSWER_TIMEOUT_SECONDS: String(ANSWER_TIMEOUT), DATABASE_WAIT_SECONDS: '1' }
  await using server = await startServer(postgres.url, bounds)
  const { url } = server
  const outcome = await injectFaultsUnderLoad({
    ...options,
    url,
    databaseUrl: postgres.url,
    shop: await setUpShop(server),
    describe: (times) => `${times} × PostgreSQL stands still`,
    async injectFault({ answers }) {
      postgres.freeze()
      try {
        await expectUnavailable(url, answers)
        const { status } = await fetch(`${url}/health`)
        if (status !== 200) answers.wrong.push(`/health answered ${status} while PostgreSQL stood still`)
      } finally {
        postgres.thaw()
      }
    },
  })
  const { longest } = outcome.answers
  if (longest > (ANSWER_TIMEOUT + SLACK) * 1000) outcome.violations.push(`a response took ${longest.toFixed(0)} ms`)
  return outcome
}
