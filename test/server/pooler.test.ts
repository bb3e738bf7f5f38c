import { describe, expect, test } from 'vitest'
import { freePort } from '../../bench/free-port.ts'
import { poolerVersion, startPooler } from '../../bench/pooler.ts'
import { startServer } from '../../bench/server.ts'
import { runRaces } from '../suites/race/race.ts'
import { RACES } from '../suites/race/races.ts'
import { cloneDatabase } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'

const why = poolerVersion() ?? 'skipped: PgBouncer is not installed'

describe.skipIf(!poolerVersion())(`behind PgBouncer in transaction mode (${why})`, () => {
  test('servers behind a pooler place orders without violating an invariant', async () => {
    await using ending = new AsyncDisposableStack()
    const { url: databaseUrl } = ending.use(await cloneDatabase())
    // Fewer connections than the servers open, so that the pooler shares them.
    const pooler = ending.use(await startPooler(databaseUrl, 6))
    const environment = { DATABASE_DIRECT_URL: databaseUrl }
    const servers = [
      ending.use(await startServer(pooler.url, environment)),
      ending.use(await startServer(pooler.url, environment)),
    ]
    const races = await runRaces({ servers, databaseUrl, buyers: 5, turns: 12, print: () => {} })
    expect(races.map(({ name }) => name)).toEqual(Object.keys(RACES))
    expect(races.flatMap(({ violations }) => violations)).toEqual([])
  })

  test('a server behind a pooler without a direct URL exits with one line', async () => {
    await using ending = new AsyncDisposableStack()
    const { url: databaseUrl } = ending.use(await cloneDatabase())
    const pooler = ending.use(await startPooler(databaseUrl))
    const env = { DATABASE_URL: pooler.url, PORT: String(await freePort()) }
    const server = ending.use(runProgram([process.execPath, 'server/start.js'], env))
    const { code, stderr } = await server.result
    expect(stderr).toMatch(
      /^Cartwright: DATABASE_URL is the address of a connection pooler. .*DATABASE_DIRECT_URL.*\n$/,
    )
    expect(code).toBe(1)
  })

  test('a server with a pooler as its direct URL exits with one line', async () => {
    await using ending = new AsyncDisposableStack()
    const { url: databaseUrl } = ending.use(await cloneDatabase())
    const { url } = ending.use(await startPooler(databaseUrl))
    const env = { DATABASE_URL: url, DATABASE_DIRECT_URL: url, PORT: String(await freePort()) }
    const server = ending.use(runProgram([process.execPath, 'server/start.js'], env))
    const { code, stderr } = await server.result
    expect(stderr).toBe(
      'Cartwright: DATABASE_DIRECT_URL is the address of a connection pooler in transaction mode. Set it to the address of the database itself.\n',
    )
    expect(code).toBe(1)
  })
})
