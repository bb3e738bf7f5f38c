import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../../bench/free-port.ts'
import { startServer } from '../../../bench/server.ts'
import { findViolations } from '../race/invariants.ts'
import { openRaceShop } from '../race/shop.ts'
import { auditShop } from './audit.ts'
import type { Fault } from './fault.ts'
import { injectFaultsDuring, MIN_RESPONSES } from './inject-faults.ts'
import { ResponseLog, sendOnce } from './retrying-client.ts'

const BUYERS_PER_UNIT = 1.5
/** Returns the number of responses between two faults. Each unit has only one successful response. */
const answersPerFault = (units: number, times: number) => Math.max(1, Math.floor(units / times) - MIN_RESPONSES)

/** Kills the server while more buyers than units complete their carts at the same time, with stock at three locations. */
export const sellOut: Fault = async ({ databaseUrl, checkouts: units, times = 1, ...options }) => {
  const environment = { PORT: String(await freePort()), INVENTORY: 'true' }
  let running = await startServer(databaseUrl, environment)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { url } = running
    const shop = await openRaceShop([running])
    const { id: variant_id } = await shop.variant(units)
    const carts = await shop.payableCarts(Math.ceil(units * BUYERS_PER_UNIT), { variant_id })
    const answers = new ResponseLog()
    const [results, faultCount] = await injectFaultsDuring(
      () => Promise.all(carts.map((cart) => completeCart(`${url}/store/carts/${cart}/complete`, answers))),
      {
        answersBetween: answersPerFault(units, times),
        ...options,
        times,
        answers,
        async injectFault({ random }) {
          await pause(random() * 20)
          process.kill(running.pid, 'SIGKILL')
          await running[Symbol.asyncDispose]()
          running = await startServer(databaseUrl, environment)
        },
      },
    )
    const orders = results.filter((result) => result === 'order').length
    const query = async (sql: string, parameters: unknown[] = []) => (await client.query(sql, parameters)).rows
    const [levels] = await query(SOLD_UNITS, [variant_id])
    return {
      what: `${faultCount} × kill -9 of the server at the last units`,
      orders,
      answers,
      violations: [
        ...answers.wrong,
        ...(orders === units ? [] : [`${orders} buyers got one of ${units} units`]),
        ...(levels?.reserved === units ? [] : [`${levels?.reserved} of ${units} units are reserved`]),
        ...(await auditShop(query)),
        ...(await findViolations(query)),
      ],
    }
  } finally {
    await client.end()
    await running[Symbol.asyncDispose]()
  }
}

async function completeCart(url: string, answers: ResponseLog): Promise<'order' | 'sold out'> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  for (;;) {
    const answer = await sendOnce(url, { method: 'POST', headers, body: '{}' }, answers)
    if (answer?.status === 200) return 'order'
    if (answer?.text.includes('insufficient_inventory')) return 'sold out'
    await pause(answer?.status === 503 ? 250 : 50)
  }
}

const SOLD_UNITS = `
  select sum(reserved_quantity)::int as reserved from inventory_level
  where inventory_item_id in (select inventory_item_id from product_variant_inventory_item where variant_id = $1)`
