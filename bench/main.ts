/*
 * What is measured, each on a PostgreSQL and a server of its own:
 *
 *   npm run bench                 whole checkouts, also beside a peer
 *   npm run bench -- admin        lists of the administration over many rows, beside the bare SQL for the same page
 *   npm run bench -- batch        rows per second and peak memory for 50,000 variants: import, export, re-import
 */

const benches: Record<string, () => Promise<unknown>> = {
  checkouts: () => import('./checkouts.ts'),
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
