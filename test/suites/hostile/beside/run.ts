import { startPostgres, startServer } from '../../../../bench/server.ts'
import { setUpShop } from '../../../../bench/shop.ts'
import { ratio, table } from '../../../../bench/table.ts'
import { ATTACKS } from './attacks.ts'
import { type Beside, measureBeside } from './beside.ts'
import { layOut } from './prey.ts'

const CLIENTS = 8
const PRODUCTS = 3000

/** Runs each attack while customers check out, prints a table and returns the findings. */
export async function runBeside({ only, seconds }: { only: string | undefined; seconds: number }): Promise<string[]> {
  const names = Object.keys(ATTACKS).filter((name) => name.includes(only ?? ''))
  if (names.length === 0) throw new Error(`Unknown attack ${only}. Use one of: ${Object.keys(ATTACKS).join(', ')}`)
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await startPostgres())
  // The attacker and the customers have an address each.
  const server = ending.use(await startServer(postgres.url, { TRUST_PROXY: 'false' }))
  const { url } = server
  const shop = await setUpShop(server)
  const prey = await layOut({ url, databaseUrl: postgres.url, products: PRODUCTS }, shop)
  const customers = { url, shop, clients: CLIENTS, seconds, checkouts: 100, mostSeconds: seconds * 6 }
  const all: Beside[] = []
  for (const name of names) {
    const first = await measureBeside(customers, name, prey)
    // The machine may have had something else to do.
    const measured = first.findings.length > 0 ? await measureBeside(customers, name, prey) : first
    console.log(rowOf(measured).join('  '))
    all.push(measured)
  }
  const head = ['attack', 'checkouts', 'usual p99', 'beside: checkouts', 'p50', 'p99', 'ratio', 'refused', 'answers']
  console.log(`\n${table(`${CLIENTS} customers beside each attack, milliseconds`, [head, ...all.map(rowOf)])}`)
  return all.flatMap(({ findings }) => findings)
}

const rowOf = ({ attack, usual, beside, answers }: Beside): string[] => [
  attack,
  String(usual.checkouts),
  usual.latency.p99.toFixed(0),
  String(beside.checkouts),
  beside.latency.p50.toFixed(0),
  beside.latency.p99.toFixed(0),
  ratio(beside.latency.p99, usual.latency.p99),
  String(beside.refused.length),
  Array.from(answers, ([answer, count]) => `${count} × ${answer}`).join(', ') || 'none',
]
