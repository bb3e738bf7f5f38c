import type { MikroORM } from '@mikro-orm/postgresql'
import { Logger, runMigrations, type WorkerSharedOptions } from 'graphile-worker'
import type { PoolClient } from 'pg'
import { DatabasePool, type PoolSettings } from '#database/hosts/database-client.ts'
import { addressWith, NODES_SQL, type NodeAddress } from '#database/hosts/find-node.ts'
import { inJobSchema } from '#database/job-schema.ts'
import { isInCluster } from '#server/database/cluster-schema.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { type ShopSchema, schemaOf } from '#server/database/shop-schema.ts'

export async function migrateJobs(orm: MikroORM): Promise<void> {
  for (const address of await jobAddressesOf(orm)) await migrateJobsOf(address, schemaOf(orm))
}

/** In a cluster each node has the tables of jobs, so that a shop that moves finds them. */
async function jobAddressesOf(orm: MikroORM): Promise<PoolSettings[]> {
  const connectionString = directUrlOf(orm)
  if (!isInCluster(orm)) return [{ connectionString }]
  const nodes = await orm.em.getConnection().execute<NodeAddress[]>(NODES_SQL)
  return nodes.map((node) => ({
    connectionString: addressWith(connectionString, node),
    onConnect: (client) => client.query('set citus.enable_ddl_propagation = off'),
  }))
}

async function migrateJobsOf(address: PoolSettings, { jobs }: ShopSchema): Promise<void> {
  const silent = new Logger(() => () => {})
  await using resources = new AsyncDisposableStack()
  const pool = resources.adopt(new DatabasePool({ ...address, max: 1 }), (it) => it.end())
  await runMigrations({
    pgPool: pool,
    schema: jobs,
    logger: silent,
    preset: { plugins: [QuietInstallation] },
  })
  const isNode = address.onConnect !== undefined
  for (const script of [planOnce, announceFreeQueues, ...(isNode ? [numberJobsOfNode] : [])])
    await pool.query(inJobSchema(script, jobs))
}

/** Another shop of the database would stop its workers, which listen to the same channel. A new schema has no workers. */
const QuietInstallation: NonNullable<NonNullable<WorkerSharedOptions['preset']>['plugins']>[number] = {
  name: 'QuietInstallation',
  version: '1.0.0',
  worker: {
    hooks: {
      async prebootstrap(_context, event) {
        event.client = withoutNotifications(event.client)
      },
    },
  },
}

const NOTIFICATION = 'select pg_notify($1, $2)'

function withoutNotifications(client: PoolClient): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target)
      if (typeof member !== 'function') return member
      return (...values: unknown[]): unknown =>
        name === 'query' && values[0] === NOTIFICATION ? Promise.resolve() : Reflect.apply(member, target, values)
    },
  })
}

/** Without this setting, each call plans its statements. A migration that replaces the function removes the setting. */
const planOnce = `
  do $$ begin
    if (select proconfig is null from pg_proc where oid = 'graphile_worker.add_jobs'::regproc) then
      alter function graphile_worker.add_jobs set plan_cache_mode = force_generic_plan;
    end if;
  end $$`

/** Jobs keep their ids on another node, so each node of a cluster has a range of ids. */
const numberJobsOfNode = `
  select setval(pg_get_serial_sequence('graphile_worker._private_jobs', 'id'), here.first, false)
  from (select greatest(groupid::bigint << 40, 1) as first from pg_dist_local_group) here
  where here.first > coalesce(pg_sequence_last_value(pg_get_serial_sequence('graphile_worker._private_jobs', 'id')::regclass), 0)`

/** graphile-worker notifies workers of new jobs, but not of a free queue, which it polls every two seconds. */
const announceFreeQueues = `
  create or replace function graphile_worker.announce_free_queue() returns trigger language plpgsql as $function$ begin
    notify "jobs:insert", '{"count":1}';
    return null;
  end $function$;
  do $$ begin
    if not exists (
      select from pg_trigger
      where tgrelid = 'graphile_worker._private_job_queues'::regclass and tgname = 'announce_free_queue'
    ) then
      create trigger announce_free_queue after update on graphile_worker._private_job_queues
      for each row when (old.locked_by is not null and new.locked_by is null)
      execute function graphile_worker.announce_free_queue();
    end if;
  end $$`
