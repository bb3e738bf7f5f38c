import { withClient } from '#server/database/databases.ts'
import { startInstalledPostgres } from '#test/support/installed-postgres.ts'
import { serverEnvironment, startPostgres, startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'
import { openFolder } from './open-folder.ts'
import { refusalsIn } from './refusals.ts'
import { inTurn } from './retrying-client.ts'
import { runShopCommand } from './run-shop-command.ts'

/** The commands of the upgrades, in turns. The shop ends at the new version after each first one. */
const SWITCHES = [[], ['--back'], ['--back']]

/**
 * Moves a shop of two server processes from an installed PostgreSQL to the embedded one, and back, while clients check out. No request may be
 * refused.
 */
export async function upgradePostgresUnderLoad(
  programs: string,
  options: FaultOptions,
): Promise<FaultOutcome & { waited: number[] }> {
  using folder = openFolder()
  await using old = await startInstalledPostgres(programs, folder.path, { wal_level: 'logical', fsync: 'on' })
  await using fresh = await startPostgres(['wal_level=logical'])
  for (const { url } of [old, fresh])
    await withClient(url, (client) => client.query(`create role shop superuser login password 'shop'`))
  await withClient(old.url, (client) => client.query('create database shop owner shop template template0'))
  const hosts = [old, fresh].map(({ url }) => new URL(url).host).join(',')
  const databaseUrl = `postgresql://shop:shop@${hosts}/shop?target_session_attrs=read-write`
  await using first = await startServer(databaseUrl)
  await using second = await startServer(databaseUrl)
  const environment = serverEnvironment(databaseUrl, { email: 'admin@example.com', password: 'unused password' })
  const waited: number[] = []
  const outcome = await injectFaultsUnderLoad({
    times: 1,
    ...options,
    url: inTurn([first.url, second.url]),
    databaseUrl,
    shop: await setUpShop(first),
    describe: (times) => `${times} × PostgreSQL is replaced by another version`,
    async injectFault({ before }) {
      const output = await runShopCommand(environment, ['move-database', ...SWITCHES[before % SWITCHES.length]!])
      for (const line of output.trim().split('\n')) options.print(`    ${line}`)
      waited.push(Number(/waited for at most (\d+) ms/.exec(output)?.[1]))
    },
  })
  return { ...outcome, waited, violations: [...refusalsIn(outcome.answers), ...outcome.violations] }
}
