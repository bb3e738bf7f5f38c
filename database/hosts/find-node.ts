import { Client, type ClientBase, type ClientConfig } from 'pg'
import type { endpointOf } from './database-address.ts'

/** Whether the server has the metadata of a Citus cluster. The alias is `is_cluster`. */
export const IS_CLUSTER_SQL = `to_regclass('pg_catalog.pg_dist_schema') is not null as is_cluster`

export type NodeAddress = ReturnType<typeof endpointOf>

export const NODES_SQL = `
  select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and isactive order by groupid`

/** The placement `p` of the schema of `$1`. `joined` are more tables. */
const placementSql = (joined: string): string => `
  from pg_dist_schema s
  join pg_dist_partition t using (colocationid)
  join pg_dist_shard d on d.logicalrelid = t.logicalrelid
  join pg_dist_placement p using (shardid)
  ${joined}
  where s.schemaid = to_regnamespace($1)
  limit 1`

const NODE_SQL = `
  select n.nodename as host, n.nodeport as port
  ${placementSql(`join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`)}`

const MOVED = 'The schema has moved to the group '

/**
 * Fails if the schema of `$1` has left the node of the session. The last statement of a transaction that changes rows: until its end,
 * their locks keep the schema here. On another node, triggers would not see the values of the session. Each move changes `version`.
 */
export const ASSERT_NODE_SQL = `
  select case when p.groupid <> here.groupid then ('${MOVED}' || p.groupid)::integer end, p.xmin::text as version
  ${placementSql('cross join pg_dist_local_group here')}`

export const isMoved = (error: unknown): boolean => error instanceof Error && error.message.includes(MOVED)

/** The code of a server that ends its connections. */
export const SHUTDOWN_CODE = '57P01'

/**
 * Returns a text that each move of the quoted `schema` changes. Undefined if the cluster does not place the schema.
 * @throws an error for which `isMoved` is true, if the schema is on another node than the session.
 */
export async function assertNode(client: ClientBase, schema: string): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ version: string }>(ASSERT_NODE_SQL, [schema])
    return rows[0]?.version
  } catch (error) {
    if (isMoved(error)) Object.assign(error as Error, { code: SHUTDOWN_CODE })
    throw error
  }
}

/** Milliseconds in which the cluster must answer. */
const TIMEOUT = 3000

/**
 * Asks a node of a Citus cluster for the address of the node that holds the schema. Triggers see values
 * of `set_config` only there. Returns `url` if the schema has no tables, or if the cluster does not place it.
 */
export async function findNode(url: string, schema: string, config: ClientConfig): Promise<string> {
  const timeouts = { connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT }
  const client = new Client({ ...config, ...timeouts, connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<NodeAddress>(NODE_SQL, [`"${schema}"`])
    const [node] = rows
    return node ? addressWith(url, node) : url
  } finally {
    void client.end().catch(() => {})
  }
}

export function addressWith(url: string, { host, port }: NodeAddress): string {
  const address = new URL(url)
  address.hostname = host.includes(':') ? `[${host}]` : host
  address.port = String(port)
  address.searchParams.delete('target_session_attrs')
  return address.href
}
