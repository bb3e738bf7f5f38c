import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, startServer } from '../../../bench/server.ts'
import type { Fault, PostgresFault } from './fault.ts'
import { strikeAfterSale } from './strike-after-sale.ts'

/** The longest outage of PostgreSQL, in milliseconds. */
const AWAY = 1000

/** Kills the server with signal 9 while administrators work on orders, and starts another in its place. */
export const killServerAfterSale: Fault = async (options) => {
  // A session outlives the server that began it.
  const environment = { PORT: String(await freePort()), SESSION_SECRET: randomBytes(32).toString('hex') }
  let running = await startServer(options.databaseUrl, environment)
  const { url, email, password } = running
  try {
    return await strikeAfterSale({
      ...options,
      server: { url, email, password },
      told: (times) => `${times} × kill -9 of the server after sales`,
      async strike({ random }) {
        await pause(random() * 20)
        process.kill(running.pid, 'SIGKILL')
        await running[Symbol.asyncDispose]()
        running = await startServer(options.databaseUrl, environment)
      },
    })
  } finally {
    await running[Symbol.asyncDispose]()
  }
}

/** Crashes PostgreSQL while administrators work on orders. */
export const killPostgresAfterSale: PostgresFault = async ({ postgres, ...options }) => {
  await using server = await startServer(postgres.url)
  return await strikeAfterSale({
    ...options,
    server,
    databaseUrl: postgres.url,
    told: (times) => `${times} × a crash of PostgreSQL after sales`,
    async strike({ random }) {
      await postgres.end('SIGKILL')
      await pause(random() * AWAY)
      await postgres.start()
    },
  })
}
