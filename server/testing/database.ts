import { randomBytes } from 'node:crypto'
import { copySchema, copyTables, createSchema, dropSchema, schemaAddress, schemaOfAddress } from './cluster.ts'
import { executeSql } from './execute-sql.ts'

/** A PostgreSQL server with a database that tests copy. */
export interface TestPostgres {
  url: string
  /** Name of the database. It is empty, or has base data and no connections. */
  template: string
}

/** PostgreSQL has this empty database. */
export const EMPTY_TEMPLATE = 'template0'

const prefixOf = (template: string): string => (template === EMPTY_TEMPLATE ? 'cartwright_shop' : template)

export type ClonedDatabase = AsyncDisposable & { url: string }

interface CopyOptions {
  /** Default: the template. */
  source?: string | undefined
  /** Whether the copy is only the source of others. */
  isTemplate?: boolean
}

/** Copies a database of the server. The disposal drops the copy. */
export async function cloneDatabase(
  { url, template }: TestPostgres,
  { source = template, isTemplate = false }: CopyOptions = {},
): Promise<ClonedDatabase & { name: string }> {
  const name = `${prefixOf(template)}_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`
  if (!schemaOfAddress(url)) await executeSql(url, `create database ${name} template ${source} strategy file_copy`)
  else await (isTemplate ? copyTables : copySchema)(url, { source, name })
  return {
    name,
    url: databaseUrl(url, name),
    [Symbol.asyncDispose]: () => dropDatabase(url, name),
  }
}

/** Creates an empty database. */
export async function createDatabase(url: string, name: string): Promise<void> {
  if (schemaOfAddress(url)) await createSchema(url, name)
  else await executeSql(url, `create database ${name}`)
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  if (schemaOfAddress(url)) await dropSchema(url, name)
  else await executeSql(url, `drop database if exists ${name} with (force)`)
}

const MAX_AGE = 60 * 60 * 1000

/** Drops the copies that killed processes left on the server an hour ago or earlier. */
export async function dropAbandonedClones({ url, template }: TestPostgres): Promise<void> {
  const prefix = prefixOf(template)
  const databases = await executeSql(url, `select datname from pg_database where datname like '${prefix}\\_%'`)
  for (const { datname = '' } of databases) {
    const createdAt = Number.parseInt(datname.slice(prefix.length + 1).split('_')[0] ?? '', 36)
    if (Date.now() - createdAt > MAX_AGE) await executeSql(url, `drop database if exists ${datname} with (force)`)
  }
}

/** The address of a database of the server. In a cluster it is a schema. */
export function databaseUrl(url: string, name: string): string {
  if (schemaOfAddress(url)) return schemaAddress(url, name)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
