import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { Connection } from '../connection.ts'
import { exitOnSignal } from '../exit-on-signal.ts'
import { openPostgres } from '../postgres.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { median } from '../quantiles.ts'
import { type RunningServer, startServer } from '../server.ts'
import { setUpShop } from '../shop.ts'
import { table } from '../table.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'
import { type Task, tasksOf } from './tasks.ts'

/*
 * Compares pages of the storefront with the JSON answers that they need, in CPU time of the server and PostgreSQL: once with the memory of
 * stored pages and answers, and once without it.
 *   npm run bench -- storefront --turns 10 --requests 200
 */

const { values } = parseArgs({
  options: { turns: { type: 'string', default: '10' }, requests: { type: 'string', default: '200' } },
})
const turns = Number(values.turns)
const requests = Number(values.requests)

exitOnSignal()
await using postgres = await openPostgres()
const rows = [...(await compareAll('stored', {})), ...(await compareAll('new', { CATALOGUE_CACHE_MEGABYTES: '0' }))]
console.log(table('CPU ms of a page and of its JSON answers', [['', 'page', 'JSON', 'ratio'], ...rows]))
process.exit()

async function compareAll(name: string, environment: Record<string, string>): Promise<string[][]> {
  await using server = await startServer(await postgres.addDatabase(), environment)
  const shop = await setUpShop(server)
  await postgres.analyze()
  const visitor = new Connection(server.url)
  const { products } = await visitor.get<{ products: { handle: string }[] }>('/store/products?limit=1&fields=handle')
  const tasks = tasksOf(shop, products[0]?.handle ?? '')
  const compared = []
  for (const task of tasks) compared.push([`${task.name}, ${name}`, ...(await compare(server, task, visitor))])
  console.log(await sizeTable(server, tasks))
  visitor.close()
  return compared
}

async function compare({ pid }: RunningServer, { page, json }: Task, visitor: Connection): Promise<string[]> {
  const pids = [pid, postgres.pid]
  const cpu = () => pids.reduce<number>((sum, one) => sum + ((one && cpuMillisecondsOf(one)) ?? Number.NaN), 0)
  const costOf = async (open: () => Promise<unknown>) => {
    const before = cpu()
    for (let i = 0; i < requests; i++) await open()
    await waitUntilIdle(pids)
    return (cpu() - before) / requests
  }
  const openPage = () => visitor.read('GET', page)
  const readAnswers = async () => {
    for (const read of json) await read(visitor)
  }
  const costs: { page: number; json: number }[] = []
  for (let turn = 0; turn <= turns; turn++)
    costs.push({ page: await costOf(openPage), json: await costOf(readAnswers) })
  // The first turn warms up.
  const [html, answers] = [median(costs.slice(1).map((one) => one.page)), median(costs.slice(1).map((one) => one.json))]
  return [html.toFixed(2), answers.toFixed(2), `${(html / answers).toFixed(2)} ×`]
}

async function sizeTable({ url }: RunningServer, tasks: readonly Task[]): Promise<string> {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const textOf = async (path: string) => (await fetch(url + path)).text()
  const sizes = []
  for (const { name, page } of tasks) {
    const html = await textOf(page)
    const style = await textOf(/href="(\/storefront\.css[^"]*)"/.exec(html)?.[1] ?? '')
    const compressed = gzipSync(html).length + gzipSync(style).length
    sizes.push([name, kilobytes(html.length), kilobytes(style.length), kilobytes(compressed)])
  }
  return table('Size', [['', 'HTML', 'CSS', 'both, compressed'], ...sizes])
}
