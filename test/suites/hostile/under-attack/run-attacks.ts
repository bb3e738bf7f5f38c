import { startPostgres, startServer } from '../../../../bench/server.ts'
import { setUpShop } from '../../../../bench/shop.ts'
import { ratio, table } from '../../../../bench/table.ts'
import { createAttackTargets } from './attack-targets.ts'
import { ATTACKS } from './attacks.ts'
import { ATTACKED, type MeasuredAttack, measureAttack } from './measure-attack.ts'

const CLIENTS = 8
const PRODUCTS = 3000

/** Runs each attack while customers check out, prints a table and returns the findings. */
export async function runAttacks({ only, seconds }: { only: string | undefined; seconds: number }): Promise<string[]> {
  const names = Object.keys(ATTACKS).filter((name) => name.includes(only ?? ''))
  if (names.length === 0) throw new Error(`Unknown attack ${only}. Use one of: ${Object.keys(ATTACKS).join(', ')}`)
  await using ending = new AsyncDisposableStack()
  const postgres = ending.use(await startPostgres())
  // The attacker and the customers have an address each.
  const server = ending.use(await startServer(postgres.url, { TRUST_PROXY: 'false', ...ATTACKED }))
  const { url, pid } = server
  const shop = await setUpShop(server)
  const targets = await createAttackTargets({ server, databaseUrl: postgres.url, products: PRODUCTS }, shop)
  const customers = { url, pid, shop, clients: CLIENTS, seconds, checkouts: 100, mostSeconds: seconds * 6 }
  const all: MeasuredAttack[] = []
  for (const name of names) {
    const first = await measureAttack(customers, name, targets)
    // The machine may have had something else to do.
    const measured = first.findings.length > 0 ? await measureAttack(customers, name, targets) : first
    console.log(rowOf(measured).join('  '))
    all.push(measured)
  }
  const head = [
    'attack',
    'checkouts',
    'usual p99',
    'checkouts under attack',
    'p50',
    'p99',
    'ratio',
    'refused',
    'memory MB',
    'unread MB',
    'answers',
  ]
  console.log(`\n${table(`${CLIENTS} customers during each attack, milliseconds`, [head, ...all.map(rowOf)])}`)
  return all.flatMap(({ findings }) => findings)
}

const rowOf = ({ attack, usual, underAttack, use, answers }: MeasuredAttack): string[] => [
  attack,
  String(usual.checkouts),
  usual.latency.p99.toFixed(0),
  String(underAttack.checkouts),
  underAttack.latency.p50.toFixed(0),
  underAttack.latency.p99.toFixed(0),
  ratio(underAttack.latency.p99, usual.latency.p99),
  String(underAttack.refused.length),
  use?.memory.toFixed(0) ?? '',
  use?.unread.toFixed(0) ?? '',
  Array.from(answers, ([answer, count]) => `${count} × ${answer}`).join(', ') || 'none',
]
