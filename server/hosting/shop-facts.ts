import { statement } from '#database/statement.ts'
import { millisecondsOf } from './row-times.ts'

/* The facts of a shop that the directory keeps for the list of shops. */

/** Milliseconds between two measurements of the size of a database, which reads the size of each of its files. */
export const SIZE_INTERVAL = 5 * 60_000

export interface ShopFacts {
  /** Milliseconds since 1970. */
  last_order_ms: number | null
  /** Jobs that have used all their attempts. */
  failing_jobs: number
  /** Bytes. Null if it is not measured. */
  size: string | null
}

/** Reads the facts in the database of the shop. */
export const selectFacts = statement<ShopFacts, [{ measuresSize: boolean }]>(
  `select (select extract(epoch from created_at) * 1000 from "order" order by created_at desc limit 1)::float8 as last_order_ms,
    (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts) as failing_jobs,
    case when $1::boolean then pg_database_size(current_database())::text end as size`,
  ([{ measuresSize }]) => [measuresSize],
)

/** Stores the facts in the directory. An equal row is not written. */
export const saveFacts = statement<object, [string, ShopFacts]>(
  `insert into shop_facts (shop_id, last_order_at, failing_jobs, size)
  select id, to_timestamp($2::float8 / 1000), $3::int, $4::bigint from hosted_shop where id = $1
  on conflict (shop_id) do update set
    last_order_at = excluded.last_order_at, failing_jobs = excluded.failing_jobs, size = coalesce(excluded.size, shop_facts.size)
  where (shop_facts.last_order_at, shop_facts.failing_jobs, shop_facts.size)
    is distinct from (excluded.last_order_at, excluded.failing_jobs, coalesce(excluded.size, shop_facts.size))`,
  ([id, { last_order_ms, failing_jobs, size }]) => [id, last_order_ms, failing_jobs, size],
)

/** The shops have had a request since the last call. The order prevents deadlocks of processes that record the same shops. */
export const saveRequests = statement(`
  insert into shop_facts (shop_id, last_request_at) select id, now() from hosted_shop where id = any($1::text[]) order by id
  on conflict (shop_id) do update set last_request_at = excluded.last_request_at`)

export interface OverviewRow {
  id: string
  status: 'creating' | 'active' | 'paused'
  database: string
  /** Null for the server of the directory. */
  server: string | null
  prepared_by: string | null
  schema_version: string | null
  hosts: string[]
  last_request_ms: number | null
  last_order_ms: number | null
  failing_jobs: number | null
  size: string | null
  /** Whether a copy at another server follows the shop, or is being made. */
  has_copy: boolean
  /** Whether the copy is new. Null without one. */
  is_copying: boolean | null
  /** The server of the copy. Null for the server of the directory, and without a copy. */
  follower: string | null
}

/** All shops, or one, without their variables. */
export const selectOverview = statement<OverviewRow>(`
  select s.id, status, database, server, prepared_by, schema_version,
    array(select host from shop_host where shop_id = s.id order by position, host) as hosts,
    ${millisecondsOf('last_request_at')} as last_request_ms,
    ${millisecondsOf('last_order_at')} as last_order_ms, failing_jobs, size::text,
    m.shop_id is not null as has_copy, is_copying, follower
  from hosted_shop s left join shop_facts f on f.shop_id = s.id left join shop_move m on m.shop_id = s.id
  where $1::text is null or s.id = $1 order by s.id`)
