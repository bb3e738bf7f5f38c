import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../bench/free-port.ts'
import { startServer } from '../../../bench/server.ts'
import type { Fault, PostgresFault } from './fault.ts'
import { injectAfterSaleFaults } from './inject-after-sale-faults.ts'

/** Maximum outage of PostgreSQL, in milliseconds. */
const AWAY = 1000

export const killServerAfterSale: Fault = async (options) => {
  // The sessions must stay valid on the next server.
  const environment = { PORT: String(await freePort()), SESSION_SECRET: randomBytes(32).toString('hex') }
  let running = await startServer(options.databaseUrl, environment)
  const { url, email, password } = running
  try {
    return await injectAfterSaleFaults({
      ...options,
      server: { url, email, password },
      describe: (times) => `${times} × kill -9 of the server after sales`,
      async injectFault({ random }) {
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

export const killPostgresAfterSale: PostgresFault = async ({ postgres, ...options }) => {
  await using server = await startServer(postgres.url)
  return await injectAfterSaleFaults({
    ...options,
    server,
    databaseUrl: postgres.url,
    describe: (times) => `${times} × a crash of PostgreSQL after sales`,
    async injectFault({ random }) {
      await postgres.end('SIGKILL')
      await pause(random() * AWAY)
      await postgres.start()
    },
  })
}
