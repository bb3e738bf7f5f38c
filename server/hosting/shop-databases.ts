import type { Client } from 'pg'
import { parseAddress } from '#database/hosts/database-address.ts'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import { InvalidData } from '#entities/errors.ts'

/** Creates a database as a copy of the template, which no connection may use. */
export const copyDatabase = (url: string, name: string, template: string): Promise<void> =>
  // Copying the files of a small database is faster than logging each page.
  execute(url, (quote) => `create database ${quote(name)} template ${quote(template)} strategy file_copy`)

/** Ends the connections to the database. */
export const dropDatabase = (url: string, name: string): Promise<void> =>
  execute(url, (quote) => `drop database if exists ${quote(name)} with (force)`)

export async function createDatabase(url: string, name: string): Promise<void> {
  await execute(url, (quote) => `create database ${quote(name)} template template0`)
}

export const renameDatabase = (url: string, from: string, to: string): Promise<void> =>
  execute(url, (quote) => `alter database ${quote(from)} rename to ${quote(to)}`)

export async function databaseExists(url: string, name: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    return rowCount === 1
  })
}

/** Runs `work` while no other process runs work under this name. */
export const withLock = <Result>(url: string, name: string, work: () => Promise<Result>): Promise<Result> =>
  withClient(url, async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`cartwright ${name}`])
    return work()
  })

const execute = (url: string, sql: (quote: (name: string) => string) => string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(sql((name) => client.escapeIdentifier(name)))
  })

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'cartwright shops' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The name of a database that belongs to the directory. Several directories can use one server.
 * @throws InvalidData if PostgreSQL would cut the name.
 */
export function databaseNameOf(directoryUrl: string, part: string): string {
  const name = `${directoryNameOf(directoryUrl)}_${part.replaceAll('-', '_')}`
  if (Buffer.byteLength(name) > LONGEST_NAME)
    throw new InvalidData(
      `The name of the database, ${name}, would have more than ${LONGEST_NAME} bytes. Use a shorter id.`,
    )
  return name
}

const LONGEST_NAME = 63

const directoryNameOf = (url: string): string =>
  decodeURIComponent(new URL(parseAddress(url).urls[0]).pathname.slice(1))

/** The address of another database of the same server. */
export function addressOf(url: string, database: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${encodeURIComponent(database)}`)
}
