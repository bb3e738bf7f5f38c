import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startBrowser } from '#test/console/browser.ts'
import { fill } from '../admin/fill.ts'
import { fillOrders } from '../admin/fill-orders.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { openPostgres } from '../postgres.ts'
import { describeEnvironment, environmentOf } from '../result.ts'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { table } from '../table.ts'
import { CONNECTIONS, type FirstLoad, loadPage } from './first-load.ts'

/*
 * Counts the bytes of the first load of pages of the console, and measures the time until a page is interactive: here, and on
 * slow 4G with a quarter of the CPU. The best of all rounds counts, because other programs can only add time.
 *   npm run bench -- first-load --rounds 3 --paths /orders,/products/$id --files
 * `$id` is the newest row. `--files` lists the responses.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    paths: {
      type: 'string',
      default:
        '/,/orders,/products,/customers,/draft-orders,/promotions,/price-lists,/inventory,/activity,/settings,/settings/store,' +
        '/orders/$id,/products/$id,/customers/$id,/promotions/$id,/settings/regions/$id',
    },
    files: { type: 'boolean', default: false },
  },
})

/** Kilobytes, and milliseconds until the page is interactive. */
const GOALS = { kilobytes: 250, fast: 1200, slow: 3000 }

exitOnSignal()
await using ending = new AsyncDisposableStack()
const postgres = ending.use(await openPostgres(undefined))
const url = await postgres.addDatabase()
const server = ending.use(await startServer(url))
await setUpShop(server)
const database = new Client(url)
await database.connect()
await fill(database, { customers: 1000, discounts: 200 })
await fillOrders(database, 1000)
const paths: string[] = []
for (const path of values.paths.split(',')) paths.push(await withId(path))
await database.end()
const browser = await startBrowser()
ending.defer(() => browser.close())

const rows = [['', 'kB', 'requests', 'interactive', 'on slow 4G', 'layout shift']]
for (const path of paths) {
  const fast = await bestOf(path, 'fast')
  const slow = await bestOf(path, 'slow')
  rows.push([
    path,
    fast.kilobytes.toFixed(0),
    String(fast.requests),
    milliseconds(fast),
    milliseconds(slow),
    slow.shift.toFixed(3),
  ])
  if (values.files)
    console.log(
      table(
        path,
        fast.responses.map((one) => [one.path, one.kilobytes.toFixed(1)]),
      ),
    )
}
rows.push(['goal', String(GOALS.kilobytes), '', `${GOALS.fast} ms`, `${GOALS.slow} ms`, ''])
console.log(`\n${describeEnvironment(environmentOf())}\n`)
console.log(table('First load', rows))
process.exit()

/** Replaces `$id` by the id of the newest row of the list. */
async function withId(path: string): Promise<string> {
  const list = /(\w[\w-]*)\/\$id$/.exec(path)?.[1]
  if (!list) return path
  const name = list === 'promotions' ? 'discount' : list.replace(/s$/, '').replaceAll('-', '_')
  const { rows } = await database.query<{ id: string }>(`select id from "${name}" order by created_at desc, id limit 1`)
  return path.replace('$id', rows[0]!.id)
}

async function bestOf(path: string, connection: keyof typeof CONNECTIONS): Promise<FirstLoad> {
  const loads: FirstLoad[] = []
  for (let round = 0; round < Number(values.rounds); round++)
    loads.push(await loadPage({ browser, login: server, path, connection: CONNECTIONS[connection] }))
  return loads.reduce((best, load) => (load.interactive < best.interactive ? load : best))
}

function milliseconds({ interactive }: FirstLoad): string {
  return `${interactive.toFixed(0)} ms`
}
