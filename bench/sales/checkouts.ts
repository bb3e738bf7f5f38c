import { Client } from 'pg'
import { checkOutOver } from '../checkout.ts'
import { Connection } from '../connection.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { median } from '../quantiles.ts'
import type { RunningServer } from '../server.ts'
import type { BenchShop } from '../shop.ts'

export interface CheckoutCost {
  /** CPU milliseconds of the server and of PostgreSQL per checkout. */
  withTriggers: number
  withoutTriggers: number
}

interface CheckoutInput {
  url: string
  postgresPid: number
  server: RunningServer
  shop: BenchShop
  rounds: number
  checkouts: number
}

const TRIGGERS = `select tgrelid::regclass::text as table, tgname as name from pg_trigger
  where not tgisinternal and (tgname like 'sales_of_%' or tgname like 'returning_%' or tgname like 'taxes_of_%')`

/** Runs checkouts in turns with the triggers of the sales and without them. */
export async function compareTriggers(input: CheckoutInput): Promise<CheckoutCost> {
  const client = new Client({ connectionString: input.url })
  await client.connect()
  const { rows } = await client.query<{ table: string; name: string }>(TRIGGERS)
  const setTriggers = async (state: 'enable' | 'disable') => {
    for (const { table, name } of rows) await client.query(`alter table ${table} ${state} trigger ${name}`)
  }
  const costs = { enable: [] as number[], disable: [] as number[] }
  let next = 0
  const run = async (count: number) => {
    const connection = new Connection(input.server.url)
    const before = usedBy(input)
    for (let i = 0; i < count; i++) await checkOutOver(connection, input.shop, next++)
    connection.close()
    return (usedBy(input) - before) / count
  }
  try {
    await run(input.checkouts * 2)
    for (let round = 0; round < input.rounds; round++) {
      for (const state of ['enable', 'disable'] as const) {
        await setTriggers(state)
        await run(5)
        costs[state].push(await run(input.checkouts))
      }
    }
  } finally {
    await setTriggers('enable')
    await client.end()
  }
  return { withTriggers: median(costs.enable)!, withoutTriggers: median(costs.disable)! }
}

const usedBy = ({ server, postgresPid }: CheckoutInput): number =>
  (cpuMillisecondsOf(server.pid) ?? Number.NaN) + (cpuMillisecondsOf(postgresPid) ?? Number.NaN)
