import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { checkOutOver } from './checkout.ts'
import { runWithClients } from './clients.ts'
import { Connection } from './connection.ts'
import { exitOnSignal } from './exit-on-signal.ts'
import { openPostgres } from './postgres.ts'
import { describeEnvironment, type Environment, environmentOf, writeResult } from './result.ts'
import { startServer } from './server.ts'
import { setUpShop } from './shop.ts'

export interface Wal {
  environment: Environment
  quick: boolean
  orders: number
  /** Bytes of the log of PostgreSQL per checkout, with its cart and its jobs. */
  bytesPerOrder: number
  recordsPerOrder: number
  /** Images of whole pages, which the first change of a page after a checkpoint writes. With more orders between two checkpoints they are fewer. */
  imagesPerOrder: number
}

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, checkouts: { type: 'string' }, postgres: { type: 'string' } },
})
const orders = Number(values.checkouts ?? (values.quick ? 50 : 1000))

exitOnSignal()
const environment = environmentOf()
await using postgres = await openPostgres(values.postgres)
await using server = await startServer(postgres.url)
const shop = await setUpShop(server)
const connection = new Connection(server.url)
const check = (count: number) =>
  runWithClients(
    8,
    (begun) => begun < count,
    (i) => checkOutOver(connection, shop, i),
  )
const client = new Client({ connectionString: postgres.url })
await client.connect()

await check(100)
await client.query('checkpoint')
const before = await statistics()
await check(orders)
const after = await statistics()
const perOrder = (name: keyof typeof after) => (after[name] - before[name]) / orders
const report: Wal = {
  environment: { ...environment, postgres: postgres.version },
  quick: values.quick,
  orders,
  bytesPerOrder: perOrder('bytes'),
  recordsPerOrder: perOrder('records'),
  imagesPerOrder: perOrder('images'),
}
console.log(JSON.stringify(report, undefined, 2))
console.log(describeEnvironment(report.environment))
console.log(`Written to ${writeResult('wal', report)}`)
connection.close()
await client.end()
process.exit()

async function statistics(): Promise<{ bytes: number; images: number; records: number }> {
  // The processes of the jobs report their share every second.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const { rows } = await client.query(
    'select wal_bytes::float8 as bytes, wal_fpi::float8 as images, wal_records::float8 as records from pg_stat_wal',
  )
  return rows[0]
}
