import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { expectUnavailable } from './expect-unavailable.ts'
import type { FaultOutcome, PostgresFault } from './fault.ts'
import { type FaultInjection, injectFaultsUnderLoad } from './inject-faults.ts'

/** For how long it is away at most, in milliseconds. */
const AWAY = 1500

/**
 * Ends PostgreSQL, by a crash and in order by turns. While it is away every answer is 503, said in time and in the form of
 * errors; once it is back the shop goes on by itself, jobs included.
 */
export const killPostgres: PostgresFault = (options) =>
  endUnderLoad(options, { told: 'PostgreSQL away', signals: ['SIGKILL', 'SIGINT'] })

/** The same by crashes alone, under clients that send no idempotency keys: carts may lose their last changes, and nothing else is lost. */
export const loseCarts: PostgresFault = (options) =>
  endUnderLoad(options, {
    told: 'PostgreSQL crashed under clients without keys',
    signals: ['SIGKILL'],
    sendsKeys: false,
  })

interface Ending extends Pick<FaultInjection, 'sendsKeys'> {
  told: string
  /** By turns. */
  signals: readonly ('SIGKILL' | 'SIGINT')[]
}

async function endUnderLoad(
  { postgres, ...options }: Parameters<PostgresFault>[0],
  { told, signals, ...playing }: Ending,
): Promise<FaultOutcome> {
  await using server = await startServer(postgres.url)
  const { url } = server
  return await injectFaultsUnderLoad({
    ...options,
    ...playing,
    url,
    databaseUrl: postgres.url,
    shop: await setUpShop(server),
    told: (times) => `${times} × ${told}`,
    async strike({ before, answers, random }) {
      await postgres.end(signals[before % signals.length]!)
      await expectUnavailable(url, answers)
      await pause(random() * AWAY)
      await postgres.start()
    },
  })
}
