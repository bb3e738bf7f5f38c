import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { expectUnavailable } from './expect-unavailable.ts'
import type { PostgresFault } from './fault.ts'
import { strikeUnderLoad } from './strike.ts'

/** For how long it is away at most, in milliseconds. */
const AWAY = 1500

/**
 * Ends PostgreSQL, by a crash and in order by turns. While it is away every answer is 503, said in time and in the form of
 * errors; once it is back the shop goes on by itself, jobs included.
 */
export const killPostgres: PostgresFault = async ({ postgres, ...options }) => {
  await using server = await startServer(postgres.url)
  const { url } = server
  return await strikeUnderLoad({
    ...options,
    url,
    databaseUrl: postgres.url,
    shop: await setUpShop(server),
    told: (times) => `${times} × PostgreSQL away`,
    async strike({ before, answers, random }) {
      await postgres.end(before % 2 === 0 ? 'SIGKILL' : 'SIGINT')
      await expectUnavailable(url, answers)
      await pause(random() * AWAY)
      await postgres.start()
    },
  })
}
