import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { isLocal, parentOf } from './processes.ts'
import { startPostgres } from './server.ts'

export interface BenchPostgres extends AsyncDisposable {
  url: string
  pid: number | undefined
  version: string
  addDatabase(): Promise<string>
  /** Opens or creates a database that this process does not drop. A bench that has filled it comments it with `FILLED`. */
  keepDatabase(name: string): Promise<{ url: string; isFilled: boolean }>
  /** Counts the statements in all other databases during `work`. Undefined if PostgreSQL does not count them. */
  countElsewhere(work: () => Promise<unknown>): Promise<number | undefined>
  /** Counts the statements in the database at `url` during `work`, or in all other databases if `url` is undefined. */
  countIn(url: string | undefined, work: () => Promise<unknown>): Promise<number | undefined>
  /** Runs ANALYZE in all databases. Without it, PostgreSQL plans for empty tables until autovacuum runs. */
  analyze(): Promise<void>
}

export const FILLED = 'filled'

export const STATEMENT_COUNT_SETTINGS = ['shared_preload_libraries=pg_stat_statements']

/** Opens the PostgreSQL at `address`, or starts a new one. */
export async function openPostgres(address?: string, settings: string[] = []): Promise<BenchPostgres> {
  const ending = new AsyncDisposableStack()
  try {
    const server = address ?? ending.use(await startPostgres([...STATEMENT_COUNT_SETTINGS, ...settings])).url
    const client = new Client({ connectionString: withDatabase(server, 'postgres') })
    await client.connect()
    ending.defer(() => client.end())
    if (await canCount(client)) await track(client, 'none')
    const databases: string[] = []
    const addDatabase = async () => {
      const database = `bench_${randomBytes(5).toString('hex')}`
      await client.query(`create database ${database}`)
      ending.defer(async () => {
        await client.query(`drop database if exists ${database} with (force)`)
      })
      databases.push(database)
      return withDatabase(server, database)
    }
    return {
      url: await addDatabase(),
      addDatabase,
      keepDatabase: async (name) => {
        const isFilled = await hasFilled(client, name)
        if (!isFilled) {
          await client.query(`drop database if exists ${name} with (force)`)
          await client.query(`create database ${name}`)
        }
        databases.push(name)
        return { url: withDatabase(server, name), isFilled }
      },
      pid: await serverPid(client, server),
      version: (await one(client, 'show server_version')).server_version!,
      countElsewhere: (work) => countStatements(client, elsewhere(databases), work),
      countIn: (database, work) => countStatements(client, database ? at(database) : elsewhere(databases), work),
      analyze: () => analyze(client, server),
      [Symbol.asyncDispose]: () => ending.disposeAsync(),
    }
  } catch (error) {
    await ending.disposeAsync()
    throw error
  }
}

async function hasFilled(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = $2`,
    [name, FILLED],
  )
  return rows.length > 0
}

async function one(client: Client, sql: string): Promise<Record<string, string>> {
  return (await client.query(sql)).rows[0]
}

async function analyze(client: Client, server: string): Promise<void> {
  const { rows } = await client.query('select datname from pg_database where datallowconn and not datistemplate')
  for (const { datname } of rows) {
    const inside = new Client({ connectionString: withDatabase(server, datname) })
    await inside.connect()
    await inside.query('analyze')
    await inside.end()
  }
}

async function serverPid(client: Client, address: string): Promise<number | undefined> {
  if (!isLocal(address)) return undefined
  const { pid } = await one(client, 'select pg_backend_pid() as pid')
  return parentOf(Number(pid))
}

const elsewhere = (ours: readonly string[]) => `d.datname <> all(string_to_array('postgres,${ours}', ','))`
const at = (url: string) => `d.datname = '${new URL(url).pathname.slice(1)}'`

async function countStatements(
  client: Client,
  condition: string,
  work: () => Promise<unknown>,
): Promise<number | undefined> {
  if (!(await canCount(client))) {
    await work()
    return undefined
  }
  const count = `select coalesce(sum(calls), 0) as calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
    where ${condition}`
  return await countStatementsDuring(client, async () => {
    const before = await one(client, count)
    await work()
    return Number((await one(client, count)).calls) - Number(before.calls)
  })
}

async function canCount(client: Client): Promise<boolean> {
  const { libraries } = await one(client, `select current_setting('shared_preload_libraries') as libraries`)
  return libraries!.includes('pg_stat_statements')
}

/** PostgreSQL must have `STATEMENT_COUNT_SETTINGS`. */
export async function countStatementsDuring<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('create extension if not exists pg_stat_statements schema public')
  await track(client, 'top')
  try {
    return await work()
  } finally {
    await track(client, 'none')
  }
}

/** Counting makes each statement slower. */
async function track(client: Client, which: 'top' | 'none'): Promise<void> {
  await client.query(`alter system set pg_stat_statements.track = ${which}`)
  await client.query('select pg_reload_conf()')
  // All processes of PostgreSQL need time to load the setting.
  await client.query('select pg_sleep(0.1)')
}

const withDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href
