import { setTimeout as pause } from 'node:timers/promises'
import { freePort, startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutStubbornly } from './checkouts.ts'
import type { Fault } from './fault.ts'
import { seeded } from './seeded.ts'
import { Answers } from './stubborn.ts'

/**
 * Kills the server with signal 9 again and again, each time after so many requests more as the seed says, while clients
 * check out; every one of them has its order in the end, and once.
 */
export const killServer: Fault = async ({
  databaseUrl,
  clients,
  checkouts,
  seed,
  say,
  requestsBetween = 400,
  kills = Infinity,
}) => {
  const random = seeded(seed)
  const environment = { PORT: String(await freePort()) }
  let server = await startServer(databaseUrl, environment)
  const { url } = server
  try {
    const shop = await setUpShop(server)
    const answers = new Answers()
    const playing = checkOutStubbornly({ url, shop, clients, checkouts, answers })
    const ended = playing.then(
      () => true,
      () => true,
    )
    let killed = 0
    while (killed < kills) {
      const after = answers.done + 20 + Math.floor(random() * requestsBetween)
      const within = random() * 20
      const isOver = await Promise.race([ended, until(() => answers.done >= after)])
      if (isOver === true) break
      await pause(within)
      process.kill(server.pid, 'SIGKILL')
      killed += 1
      say(`  killed after ${answers.done} requests`)
      server = await startServer(databaseUrl, environment)
    }
    const orders = await playing
    const violations = [...answers.wrong, ...(await auditAfterwards({ orders, databaseUrl }))]
    return { what: `${killed} × kill -9 of the server`, orders: orders.size, answers, violations }
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(1)
}
