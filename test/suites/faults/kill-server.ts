import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../bench/free-port.ts'
import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import type { Fault } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'

/** Kills the server repeatedly between two statements, and starts another one. */
export const killServer: Fault = async (options) => {
  const environment = { PORT: String(await freePort()) }
  let server = await startServer(options.databaseUrl, environment)
  try {
    return await injectFaultsUnderLoad({
      ...options,
      url: server.url,
      shop: await setUpShop(server),
      describe: (times) => `${times} × kill -9 of the server`,
      async injectFault({ random }) {
        await pause(random() * 20)
        process.kill(server.pid, 'SIGKILL')
        await server[Symbol.asyncDispose]()
        server = await startServer(options.databaseUrl, environment)
      },
    })
  } finally {
    await server[Symbol.asyncDispose]()
  }
}
