import { BenchProblem } from './bench-problem.ts'

interface Bench {
  summary: string
  run(): Promise<unknown>
}

const benches: Record<string, Bench> = {
  checkouts: {
    summary: 'checkouts and cart reads, compared with the floor and with a peer (the default)',
    run: () => import('./compare/main.ts'),
  },
  visit: {
    summary: 'visits of a storefront and each of their requests, compared with the floor and with a peer',
    run: () => import('./visit/main.ts'),
  },
  'catalogue-size': {
    summary: 'requests of a shop with 100,000 products, compared with those of a shop with 200',
    run: () => import('./catalogue-size/main.ts'),
  },
  storefront: {
    summary: 'pages of the storefront, compared with the JSON answers that they need',
    run: () => import('./storefront/main.ts'),
  },
  plugins: { summary: 'the cost of plugins that a cart does not use', run: () => import('./plugins/main.ts') },
  soak: { summary: '10,000 checkouts and the memory of the server', run: () => import('./soak.ts') },
  load: { summary: 'mixed traffic at a fixed rate', run: () => import('./load/main.ts') },
  growth: {
    summary: 'cost of a checkout with 1,000 and with 1,000,000 orders',
    run: () => import('./growth/main.ts'),
  },
  sales: {
    summary: 'statistics of sales over 1,000,000 orders, and their cost for a checkout',
    run: () => import('./sales/main.ts'),
  },
  search: {
    summary: 'searches with facets over 100,000 products, compared with SQL',
    run: () => import('./search/main.ts'),
  },
  duties: {
    summary: 'checkouts with idempotency keys, 64 buyers of the same variants, and all plugins',
    run: () => import('./duties/main.ts'),
  },
  languages: {
    summary: 'reads of 100,000 products in five languages, compared with one language',
    run: () => import('./languages/main.ts'),
  },
  shops: {
    summary: 'many shops in one process: memory, connections, cost of a request, and an attack on one of them',
    run: () => import('./shops/main.ts'),
  },
  capacity: {
    summary: 'a model of 10,000 shops and of 1,000 orders a second, from stored results',
    run: () => import('./capacity/main.ts'),
  },
  wal: { summary: 'bytes of the log of PostgreSQL per checkout', run: () => import('./wal.ts') },
  scale: { summary: 'one process, two workers, and one process behind PgBouncer', run: () => import('./scale.ts') },
  page: {
    summary: 'write docs/understand/measurements.md from the stored results',
    run: () => import('./page/main.ts'),
  },
  postgres: { summary: 'start a PostgreSQL for a peer and for --postgres', run: () => import('./postgres-main.ts') },
  admin: { summary: 'admin lists over many rows, compared with SQL', run: () => import('./admin/main.ts') },
  console: {
    summary: 'the console in Chromium: first load, navigations and a list of 100,000 orders',
    run: () => import('./console/main.ts'),
  },
  batch: {
    summary: 'imports of other programs, and import, export and second import of 50,000 variants',
    run: () => import('./batch/main.ts'),
  },
  'first-load': {
    summary: 'bytes and times of the first load of the console, also on slow 4G with a quarter of the CPU',
    run: () => import('./console/first-load-main.ts'),
  },
}

const named = process.argv[2]
const name = named && !named.startsWith('-') ? named : 'checkouts'
const bench = benches[name]
if (!bench) {
  const lines = Object.entries(benches).map(([known, { summary }]) => `  ${known.padEnd(16)}${summary}`)
  console.error(`Unknown benchmark ${name}. Use one of:\n${lines.join('\n')}`)
  process.exit(1)
}
if (named === name) process.argv.splice(2, 1)
try {
  await bench.run()
} catch (error) {
  if (!(error instanceof BenchProblem)) throw error
  console.error(error.message)
  process.exit(1)
}
