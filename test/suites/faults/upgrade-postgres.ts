import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { withClient } from '#server/database/databases.ts'
import { startInstalledPostgres } from '#test/support/installed-postgres.ts'
import { serverEnvironment, startPostgres, startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import { auditAfterwards } from './audit.ts'
import { checkOutWithRetries } from './checkouts.ts'
import type { FaultOptions, FaultOutcome } from './fault.ts'
import { injectFaultsDuring } from './inject-faults.ts'
import { openFolder } from './open-folder.ts'
import { refusalsIn } from './refusals.ts'
import { ResponseLog } from './retrying-client.ts'

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
  const urls = [first.url, second.url]
  const shop = await setUpShop(first)
  const answers = new ResponseLog()
  const waited: number[] = []
  const { times = 1, clients, checkouts } = options
  const [orders, count] = await injectFaultsDuring(
    (isOpen) => {
      const isWanted = (begun: number) => begun < checkouts || isOpen()
      return checkOutWithRetries({ url: () => urls[answers.sent % 2]!, shop, clients, isWanted, answers })
    },
    {
      ...options,
      times,
      answers,
      async injectFault({ before }) {
        const output = await runMove(databaseUrl, SWITCHES[before % SWITCHES.length]!)
        for (const line of output.trim().split('\n')) options.print(`    ${line}`)
        waited.push(Number(/waited for at most (\d+) ms/.exec(output)?.[1]))
      },
    },
  )
  return {
    what: `${count} × PostgreSQL is replaced by another version`,
    orders: orders.size,
    answers,
    waited,
    violations: [...refusalsIn(answers), ...(await auditAfterwards({ orders, databaseUrl }))],
  }
}

async function runMove(databaseUrl: string, parameters: readonly string[]): Promise<string> {
  const environment = serverEnvironment(databaseUrl, { email: 'admin@example.com', password: 'unused password' })
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli.ts', 'move-database', ...parameters], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, ...environment },
  })
  return stdout
}
