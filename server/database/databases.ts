import { type Client, type ClientConfig, escapeIdentifier } from 'pg'
import { parseAddress } from '#database/hosts/database-address.ts'
import { DatabaseClient } from '#database/hosts/database-client.ts'

/* Whole databases of a PostgreSQL server. `url` is the address of any database of the server. */

/** Maximum length of a name in PostgreSQL, in bytes. */
export const LONGEST_NAME = 63

/**
 * Copies a small database that no connection uses. Its pages go through the WAL: a copy of the files needs two checkpoints, which on a busy server
 * take many times as long.
 */
export const copyDatabase = (url: string, name: string, template: string): Promise<void> =>
  execute(url, `create database ${escapeIdentifier(name)} template ${escapeIdentifier(template)} strategy wal_log`)

/** Ends the connections to the database. */
export const dropDatabase = (url: string, name: string): Promise<void> =>
  execute(url, `drop database if exists ${escapeIdentifier(name)} with (force)`)

export const createDatabase = (url: string, name: string): Promise<void> =>
  execute(url, `create database ${escapeIdentifier(name)} template template0`)

export const renameDatabase = (url: string, from: string, to: string): Promise<void> =>
  execute(url, `alter database ${escapeIdentifier(from)} rename to ${escapeIdentifier(to)}`)

export const databaseExists = (url: string, name: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    return rowCount === 1
  })

/** Drops the database of the URL with all its data and creates it again, empty. */
export async function recreateDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  const server = addressOf(url, 'template1')
  await dropDatabase(server, name)
  await createDatabase(server, name)
}

/** The address of another database of the same server. */
export const addressOf = (url: string, database: string): string =>
  url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${encodeURIComponent(database)}`)

/** The parts of an address with the first of its hosts. */
export const firstUrlOf = (url: string): URL => new URL(parseAddress(url).urls[0])

/** The name of the database of an address. */
export const databaseIn = (url: string): string => decodeURIComponent(firstUrlOf(url).pathname.slice(1))

/** Opens a separate connection. The caller ends it. */
export async function openClient(url: string, config: ClientConfig = {}): Promise<Client> {
  const defaults = { application_name: 'cartwright databases', connectionTimeoutMillis: 15_000 }
  const client = new DatabaseClient({ ...defaults, ...config, connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs work on a separate connection. */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await openClient(url)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const execute = (url: string, sql: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(sql)
  })
