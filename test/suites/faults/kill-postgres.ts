import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { expectUnavailable } from './expect-unavailable.ts'
import type { FaultOutcome, PostgresFault } from './fault.ts'
import { type FaultInjection, injectFaultsUnderLoad } from './inject-faults.ts'

const AWAY = 1500

/**
 * Stops PostgreSQL, alternately by a crash and by a shutdown. During the outage all responses are 503. Afterwards the
 * shop and its jobs continue without a restart.
 */
export const killPostgres: PostgresFault = (options) =>
  endUnderLoad(options, { what: 'PostgreSQL away', signals: ['SIGKILL', 'SIGINT'] })

/**
 * Crashes PostgreSQL under clients without idempotency keys. Carts may lose their last changes. Nothing else may be
 * lost.
 */
export const loseCarts: PostgresFault = (options) =>
  endUnderLoad(options, {
    what: 'PostgreSQL crashed under clients without keys',
    signals: ['SIGKILL'],
    sendsKeys: false,
  })

interface Ending extends Pick<FaultInjection, 'sendsKeys'> {
  what: string
  signals: readonly ('SIGKILL' | 'SIGINT')[]
}

async function endUnderLoad(
  { postgres, ...options }: Parameters<PostgresFault>[0],
  { what, signals, ...playing }: Ending,
): Promise<FaultOutcome> {
  await using server = await startServer(postgres.url)
  const { url } = server
  return await injectFaultsUnderLoad({
    ...options,
    ...playing,
    url,
    databaseUrl: postgres.url,
    shop: await setUpShop(server),
    describe: (times) => `${times} × ${what}`,
    async injectFault({ before, answers, random }) {
      await postgres.end(signals[before % signals.length]!)
      await expectUnavailable(url, answers)
      await pause(random() * AWAY)
      await postgres.start()
    },
  })
}
