import { setTimeout as pause } from 'node:timers/promises'
import { familyOf, parentOf } from '../../../bench/processes.ts'
import { startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import type { Fault } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'
import type { ResponseLog } from './retrying-client.ts'

const WORKERS = 2

const REPLACED_WITHIN = 60_000

/** Kills one of the two workers of a server. The other one continues, and a new one starts. Linux only. */
export const killWorker: Fault = async (options) => {
  let output = ''
  const onOutput = (text: string) => {
    output += text
  }
  await using server = await startServer(
    options.databaseUrl,
    { WORKERS: String(WORKERS), LOG_LEVEL: 'info' },
    { onOutput },
  )
  while (!output.includes('Cartwright is running')) await pause(10)
  const workers = () => familyOf(server.pid).filter((pid) => parentOf(pid) === server.pid)
  const replaced = () => output.split('A worker process was restarted').length - 1
  const outcome = await injectFaultsUnderLoad({
    ...options,
    url: server.url,
    shop: await setUpShop(server),
    describe: (times) => `${times} × kill -9 of one worker of ${WORKERS}`,
    async injectFault({ before, random, answers }) {
      const all = workers()
      const killed = all[Math.floor(random() * all.length)]!
      process.kill(killed, 'SIGKILL')
      while (workers().includes(killed)) await pause(1)
      await expectAnswers(server.url, answers)
      const until = performance.now() + REPLACED_WITHIN
      while (replaced() <= before && performance.now() < until) await pause(20)
      if (replaced() <= before) answers.wrong.push('the killed worker was not replaced')
    },
  })
  return { ...outcome, violations: withoutLostHandover(outcome.violations, options.times) }
}

/**
 * Ignores one request without a response for each kill. Node's cluster can hand a connection to a worker that dies
 * before it accepts the connection, and keeps the connection open.
 */
function withoutLostHandover(violations: readonly string[], kills = 1): string[] {
  const unanswered = violations.filter((violation) => violation.includes('was not answered within')).slice(0, kills)
  return violations.filter((violation) => !unanswered.includes(violation))
}

async function expectAnswers(url: string, answers: ResponseLog): Promise<void> {
  const get = () => fetch(`${url}/store/regions?limit=1`, { headers: { connection: 'close' } })
  for (let i = 0; i < 2 * WORKERS; i++) {
    // The primary process may have handed the first connection to the killed worker.
    const { status } = await get().catch(get)
    if (status !== 200) answers.wrong.push(`one worker was killed and the other one answered ${status}`)
  }
}
