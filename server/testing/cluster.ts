import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { escapeLiteral } from 'pg'
import { addressWith, IS_CLUSTER_SQL, NODES_SQL, type NodeAddress } from '#database/hosts/find-node.ts'
import { credentialsOf, findPostgresTool } from '#server/backups/postgres-tools.ts'
import { shopSchema } from '#server/database/shop-schema.ts'
import { executeSql } from './execute-sql.ts'

/*
 * In a Citus cluster, the databases of tests are schemas, each with a role of the same name. The address is that of a superuser, which
 * the nodes accept.
 */

/** The settings of a role of a shop. See docs/operate/citus.md. */
const SETTINGS = {
  plan_cache_mode: 'auto',
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
}

const SEARCH_PATH = /search_path=(\w+)/

/** Returns the address of a schema of the cluster, or undefined if the address is not that of a cluster. */
export async function clusterAddress(url: string): Promise<string | undefined> {
  if (schemaOfAddress(url)) return url
  const [row] = await executeSql<{ is_cluster: boolean }>(url, `select ${IS_CLUSTER_SQL}`)
  return row?.is_cluster ? schemaAddress(url, 'public') : undefined
}

export const schemaOfAddress = (url: string): string | undefined =>
  SEARCH_PATH.exec(new URL(url).searchParams.get('options') ?? '')?.[1]

export function schemaAddress(url: string, schema: string): string {
  const address = new URL(url)
  address.searchParams.set('options', `-c search_path=${schema},public`)
  if (schema !== 'public') address.username = schema
  return address.href
}

export async function createSchema(url: string, name: string): Promise<void> {
  await createRole(url, name, { search_path: `${name}, public`, ...SETTINGS })
  await executeSql(url, `create schema ${name} authorization ${name}`)
}

/** Creates a copy of a schema that is not distributed, and distributes it. The jobs of the copy are on all nodes. */
export async function copySchema(url: string, { source, name }: { source: string; name: string }): Promise<void> {
  await copyTables(url, { source, name })
  const distributor = await distributorAddress(url)
  await executeSql(distributor, `select citus_schema_distribute('${name}')`)
}

/** Copies a schema on the coordinator. */
export async function copyTables(url: string, { source, name }: { source: string; name: string }): Promise<void> {
  await createRole(url, name, { search_path: `${name}, public`, ...SETTINGS })
  await restore(url, await dump(url, source), { source, name })
  const jobs = await dump(url, shopSchema(source).jobs)
  for (const node of await nodesOf(url))
    await restore(node, `set citus.enable_ddl_propagation = off;\n${jobs}`, { source, name })
}

export async function dropSchema(url: string, name: string): Promise<void> {
  await executeSql(url, `drop schema if exists ${name} cascade`)
  const dropJobs = `drop schema if exists ${shopSchema(name).jobs} cascade`
  for (const node of await nodesOf(url)) await executeSql(node, `set citus.enable_ddl_propagation = off; ${dropJobs}`)
  await executeSql(url, `drop role if exists ${name}`)
}

async function createRole(url: string, name: string, settings: Record<string, string>): Promise<void> {
  const { password } = new URL(url)
  const login = password ? `password ${escapeLiteral(decodeURIComponent(password))}` : ''
  await executeSql(url, `create role ${name} superuser login ${login}`)
  for (const [setting, value] of Object.entries(settings))
    await executeSql(url, `alter role ${name} set ${setting} = ${value}`)
}

async function nodesOf(url: string): Promise<string[]> {
  const nodes = await executeSql<NodeAddress>(url, NODES_SQL)
  return nodes.map((node) => addressWith(url, node))
}

/** Citus copies the rows through other connections of the same role. Triggers must not run in them. */
async function distributorAddress(url: string): Promise<string> {
  const [known] = await executeSql(url, `select from pg_roles where rolname = '${DISTRIBUTOR}'`)
  if (!known) await createRole(url, DISTRIBUTOR, { ...SETTINGS, session_replication_role: 'replica' })
  return Object.assign(new URL(url), { username: DISTRIBUTOR }).href
}

const DISTRIBUTOR = 'cartwright_test_distributor'

async function dump(url: string, schema: string): Promise<string> {
  const { file } = await findPostgresTool('pg_dump', 15)
  const { address, env } = credentialsOf(url)
  const path = join(tmpdir(), `${schema}.sql`)
  const args = ['--no-owner', '--no-privileges', `--schema=${schema}`, `--file=${path}`, withoutOptions(address)]
  await promisify(execFile)(file, args, { env })
  try {
    return await readFile(path, 'utf8')
  } finally {
    await rm(path)
  }
}

async function restore(url: string, text: string, { source, name }: { source: string; name: string }): Promise<void> {
  const { file } = await findPostgresTool('psql', 15)
  const { address, env } = credentialsOf(url)
  const path = join(tmpdir(), `${name}.sql`)
  await writeFile(path, text.replaceAll(source, name))
  try {
    const args = ['--quiet', '--no-psqlrc', '--single-transaction', '--set=ON_ERROR_STOP=1', `--file=${path}`]
    await promisify(execFile)(file, [...args, withoutOptions(address)], { env })
  } finally {
    await rm(path)
  }
}

/** Programs of PostgreSQL read the `+` of a query as it is. */
function withoutOptions(url: string): string {
  const address = new URL(url)
  address.searchParams.delete('options')
  return address.href
}
