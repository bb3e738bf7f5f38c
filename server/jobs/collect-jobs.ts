import type { MikroORM } from '@mikro-orm/postgresql'
import { Client, type ClientBase, type Pool } from 'pg'
import type { Logger } from 'pino'
import { ASSERT_NODE_SQL, addressWith, type NodeAddress } from '#database/hosts/find-node.ts'
import { isInCluster } from '#server/database/cluster-schema.ts'
import { type ShopSchema, schemaOf } from '#server/database/shop-schema.ts'

/*
 * The tables of jobs do not move with the schema of a shop in a cluster. After a move, the jobs that wait on the other nodes follow it.
 * The worker inserts a job here before it deletes the one there, so a crash between the two can repeat a job, but loses none.
 */

/** Checks of the other nodes that find no job, after which the process waits for the next move. */
const QUIET_CHECKS = 3

/** Returns a function that takes the jobs of other nodes after a start and after each move. It never fails. */
export function createJobCollection(
  { orm, logger }: { orm: MikroORM; logger: Logger },
  databaseUrl: string,
): (pool: Pool) => Promise<void> {
  if (!isInCluster(orm)) return async () => {}
  let known: number | undefined
  let quietChecks = 0
  return async (pool) => {
    const client = await pool.connect().catch(() => undefined)
    if (!client) return
    try {
      const schema = schemaOf(orm)
      const { group, others } = await selectNodes(client, schema)
      if (group !== known) quietChecks = 0
      known = group
      if (quietChecks >= QUIET_CHECKS) return
      let found = 0
      for (const node of others) found += await collectFrom(addressWith(databaseUrl, node), { client, schema, logger })
      quietChecks = found === 0 ? quietChecks + 1 : 0
    } catch (err) {
      logger.warn({ err }, 'The jobs of other nodes could not be collected')
    } finally {
      client.release()
    }
  }
}

/** @throws an error if the schema has left the node of the client, which would then insert the jobs at the wrong node. */
async function selectNodes(
  client: ClientBase,
  { name }: ShopSchema,
): Promise<{ group: number; others: NodeAddress[] }> {
  await client.query(ASSERT_NODE_SQL, [`"${name}"`])
  const { rows } = await client.query<NodeAddress & { here: number; groupid: number }>(`
    select n.nodename as host, n.nodeport as port, n.groupid, g.groupid as here from pg_dist_node n cross join pg_dist_local_group g
    where n.noderole = 'primary' and n.isactive`)
  return { group: rows[0]?.here ?? 0, others: rows.filter(({ groupid, here }) => groupid !== here) }
}

interface Collection {
  /** Its node gets the jobs. */
  client: ClientBase
  schema: ShopSchema
  logger: Logger
}

/** Takes the jobs of one node. Returns the number that were found there, with the jobs of living workers, which stay until the next call. */
export async function collectFrom(url: string, { client: here, schema, logger }: Collection): Promise<number> {
  // A client that follows the schema would connect to its node instead of the coordinator.
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    const { rows } = await client.query<{ jobs: string | null; ids: string[]; found: number }>(lockJobsSql(schema))
    const { jobs, ids, found } = rows[0]!
    if (jobs) {
      await insertJobs(here, jobs, schema.jobs)
      await client.query(`delete from ${schema.jobs}._private_jobs where id = any($1::bigint[])`, [ids])
      logger.info(`Took ${ids.length} jobs from the node ${client.host}:${client.port}`)
    }
    await client.query('commit')
    return found
  } finally {
    void client.end().catch(() => {})
  }
}

/** The connections of a worker break when it follows a move, but its running jobs go on. After a minute they count as interrupted. */
const lockJobsSql = ({ jobs, leases }: ShopSchema): string => `
  with busy as materialized (
    select distinct locked_by as worker from ${jobs}._private_jobs where locked_by is not null
  ), alive as materialized (
    select worker from busy where not pg_try_advisory_xact_lock(${leases}, hashtext(worker))
  ), taken as materialized (
    select j.id, t.identifier as task, q.queue_name as queue, j.payload, j.priority, j.run_at, j.attempts, j.max_attempts,
      j.last_error, j.created_at, j.updated_at, j.key, j.revision, j.flags
    from ${jobs}._private_jobs j
    join ${jobs}._private_tasks t on t.id = j.task_id
    left join ${jobs}._private_job_queues q on q.id = j.job_queue_id
    where j.locked_by is null or (
      j.locked_by not in (select worker from alive) and j.locked_at < now() - interval '1 minute')
    order by j.id limit 1000 for update of j skip locked
  )
  select (select json_agg(taken order by id)::text from taken) as jobs, array(select id::text from taken) as ids,
    (select count(*)::int from ${jobs}._private_jobs) as found`

/** A job whose key is taken here was replaced by a newer one. */
async function insertJobs(client: ClientBase, text: string, schema: string): Promise<void> {
  await client.query(
    `insert into ${schema}._private_tasks (identifier)
     select distinct task from json_to_recordset($1::json) as j (task text) on conflict do nothing`,
    [text],
  )
  await client.query(
    `insert into ${schema}._private_job_queues (queue_name)
     select distinct queue from json_to_recordset($1::json) as j (queue text) where queue is not null on conflict do nothing`,
    [text],
  )
  await client.query(
    `insert into ${schema}._private_jobs (id, task_id, job_queue_id, payload, priority, run_at, attempts, max_attempts,
       last_error, created_at, updated_at, key, revision, flags)
     overriding system value
     select j.id, t.id, q.id, j.payload, j.priority, j.run_at, j.attempts, j.max_attempts,
       j.last_error, j.created_at, j.updated_at, j.key, j.revision, j.flags
     from json_to_recordset($1::json) as j (id bigint, task text, queue text, payload json, priority int, run_at timestamptz,
       attempts int, max_attempts int, last_error text, created_at timestamptz, updated_at timestamptz, key text, revision int, flags jsonb)
     join ${schema}._private_tasks t on t.identifier = j.task
     left join ${schema}._private_job_queues q on q.queue_name = j.queue
     on conflict do nothing`,
    [text],
  )
  await client.query(`notify "jobs:insert", '{"count":1}'`)
}
