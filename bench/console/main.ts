import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startBrowser } from '#test/console/browser.ts'
import { fill } from '../admin/fill.ts'
import { fillOrders } from '../admin/fill-orders.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { publishResult } from '../page/write-page.ts'
import { openPostgres } from '../postgres.ts'
import { median, quantile } from '../quantiles.ts'
import { describeEnvironment, environmentOf } from '../result.ts'
import { startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { table } from '../table.ts'
import { CONSOLE_GOALS, type ConsoleReport } from './report.ts'
import { loadHome, navigate, openPage, scrollOrders } from './tasks.ts'

/*
 * Measures the console in Chromium: the first load, navigations between loaded screens, and a long list.
 *   npm run bench -- console --orders 100000 --rounds 9 --rows 10000
 */

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '9' },
    rows: { type: 'string', default: '10000' },
  },
})
const orders = Number(values.orders)
const rounds = Number(values.rounds)

exitOnSignal()
const environment = environmentOf()
const report: ConsoleReport = { environment, orders, ...(await measure()) }
const { firstLoad, repeatedLoad, navigation, scroll } = report
console.log(`\n${describeEnvironment(environment)}\n`)
console.log(
  table('Milliseconds', [
    ['', 'median', 'slowest', 'goal'],
    ['first load, empty cache', ...timesOf(firstLoad), String(CONSOLE_GOALS.firstLoad)],
    ['load with a filled cache', ...timesOf(repeatedLoad), ''],
    ...Object.entries(navigation).map(([screen, times]) => [
      `navigation to ${screen}`,
      ...timesOf(times),
      String(CONSOLE_GOALS.navigation),
    ]),
    [`next 100 of ${orders} orders`, ...timesOf(scroll.pages), ''],
  ]),
)
console.log(
  `\n${scroll.rows} rows loaded, ${scroll.elements} of them in the page, ${scroll.megabytes.toFixed(0)} MB of JavaScript heap`,
)
console.log(`Written to ${publishResult('console', report)}`)
process.exit()

function timesOf(milliseconds: readonly number[]): [string, string] {
  return [median(milliseconds).toFixed(0), quantile(milliseconds, 1).toFixed(0)]
}

async function measure(): Promise<Omit<ConsoleReport, 'environment' | 'orders'>> {
  console.log('Starting PostgreSQL, the server and Chromium')
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await openPostgres(undefined))
  const url = await postgres.addDatabase()
  const server = ending.use(await startServer(url))
  await setUpShop(server)
  console.log(`Inserting ${orders} orders`)
  const database = new Client(url)
  await database.connect()
  await fill(database, { customers: 1000, discounts: 200 })
  await fillOrders(database, orders)
  await database.end()
  const browser = await startBrowser()
  ending.defer(() => browser.close())

  const firstLoad: number[] = []
  const repeatedLoad: number[] = []
  for (let round = 0; round < rounds; round++) {
    await using page = await openPage(browser, server)
    firstLoad.push(await loadHome(page))
    repeatedLoad.push(await loadHome(page))
  }
  await using page = await openPage(browser, server)
  await loadHome(page)
  const navigation = await navigate(page, rounds)
  return { firstLoad, repeatedLoad, navigation, scroll: await scrollOrders(page, Number(values.rows)) }
}
