/*
 * What is measured, each on a PostgreSQL and a server of its own; `--quick` is a short form of the first four:
 *
 *   npm run bench                 whole checkouts and carts read, beside the floor, and a peer if one is named
 *   npm run bench -- soak         ten thousand checkouts, and the memory that the server takes meanwhile
 *   npm run bench -- load         half an hour of mixed traffic in five minutes: no error, no leak, and a steady p99
 *   npm run bench -- growth       what a checkout costs beside a thousand orders and products, and beside a million
 *   npm run bench -- scale        one process, two workers, and one process behind PgBouncer
 *   npm run bench -- page         writes docs/understand/measurements.md and its chart again, from the stored results
 *   npm run bench -- postgres     a PostgreSQL to run a peer on, and the bench with `--postgres`
 *   npm run bench -- admin        lists of the administration over many rows, beside the bare SQL for the same page
 *   npm run bench -- batch        rows per second and peak memory for 50,000 variants: import, export, re-import
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
  console.error(`There is no bench named ${name}: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
if (named === name) process.argv.splice(2, 1)
await bench()
