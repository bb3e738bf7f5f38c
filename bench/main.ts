/*
 * The benchmarks. Each starts PostgreSQL and servers. `--quick` is a short form of the first four.
 *
 *   npm run bench                  checkouts and cart reads compared with the floor, and with a peer
 *   npm run bench -- soak          ten thousand checkouts and the memory of the server
 *   npm run bench -- load          mixed traffic: errors, leaks and p99
 *   npm run bench -- growth        cost of a checkout with a thousand and with a million orders
 *   npm run bench -- scale         one process, two workers, and one process behind PgBouncer
 *   npm run bench -- page          writes docs/understand/measurements.md and its chart from the stored results
 *   npm run bench -- postgres      a PostgreSQL for a peer and for `--postgres`
 *   npm run bench -- admin         admin lists over many rows compared with SQL
 *   npm run bench -- batch         import, export and re-import of 50,000 variants
 */

const benches: Record<string, () => Promise<unknown>> = {
  checkouts: () => import('./compare/main.ts'),
  soak: () => import('./soak.ts'),
  load: () => import('./load/main.ts'),
  growth: () => import('./growth/main.ts'),
  scale: () => import('./scale.ts'),
  page: () => import('./page/main.ts'),
  postgres: () => import('./postgres-main.ts'),
  admin: () => import('./admin/main.ts'),
  batch: () => import('./batch/main.ts'),
}

const named = process.argv[2]
const name = named && !named.startsWith('-') ? named : 'checkouts'
const bench = benches[name]
if (!bench) {
  console.error(`Unknown benchmark ${name}. Use one of: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
if (named === name) process.argv.splice(2, 1)
await bench()
