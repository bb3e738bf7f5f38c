import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { escapeLiteral } from 'pg'
import { StartError } from '#server/base/start-error.ts'
import type { MoveWork } from './move-step.ts'
import { linkOf, SCHEMA, type Side } from './side.ts'
import { countRows, type MovedTable, migrationsIn, tablesOf } from './tables.ts'

/** Milliseconds between two looks. */
const LOOK = 20
/** Failed attempts to copy a table or to apply a change, after which the move ends. */
const MAX_ERRORS = 5

/** Lets the changes of a database be replicated. Can be repeated. */
export async function publish(side: Side): Promise<void> {
  const link = linkOf(side)
  await side.query(`create schema if not exists ${SCHEMA}`)
  await side.query(`create table if not exists ${SCHEMA}.mark (id text primary key)`)
  await side.query(`create table if not exists ${SCHEMA}.identity_of (name text primary key)`)
  const tables = (await tablesOf(side)).filter(({ isUnlogged }) => !isUnlogged)
  for (const { name, identity } of tables.filter((table) => table.identity)) {
    await side.query(`insert into ${SCHEMA}.identity_of values ($1) on conflict do nothing`, [name])
    await side.query(`alter table ${name} replica identity ${identity}`)
  }
  const [known] = await side.query('select from pg_publication where pubname = $1', [link])
  const list = [`${SCHEMA}.mark`, ...tables.map(({ name }) => name)].join(', ')
  await side.query(
    known ? `alter publication ${link} set table ${list}` : `create publication ${link} for table ${list}`,
  )
}

/** Reverts `publish`. The database must have no subscription. */
export async function unpublish(side: Side): Promise<void> {
  await side.query(`drop publication if exists ${linkOf(side)}`)
  const [known] = await side.query(`select from pg_tables where schemaname = '${SCHEMA}' and tablename = 'identity_of'`)
  if (known)
    for (const { name } of await side.query<{ name: string }>(
      `select name from ${SCHEMA}.identity_of where to_regclass(name) is not null`,
    ))
      await side.query(`alter table ${name} replica identity default`)
  await side.query(`drop schema if exists ${SCHEMA} cascade`)
}

/** Whether the database keeps its changes for a subscription. PostgreSQL can invalidate a slot that needs too much space. */
export async function hasSlot(side: Side): Promise<boolean> {
  const slots = await side.query(
    `select from pg_replication_slots where slot_name = $1 and coalesce(wal_status, '') <> 'lost'`,
    [linkOf(side)],
  )
  return slots.length > 0
}

/** Begins to keep the changes of the database for a subscription. Waits for all transactions of the server that run. */
export async function createSlot(side: Side): Promise<void> {
  if (!(await hasSlot(side)))
    await side.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [linkOf(side)])
}

/**
 * Forgets the changes that the database keeps. PostgreSQL reads them for this, so it can take seconds after many changes. The WAL on the disk can end
 * within a record, whose rest PostgreSQL would wait for, so it reads up to a record of this session.
 */
export async function advanceSlot({ query, ...side }: Side): Promise<void> {
  const [end] = await query<{ lsn: string }>(
    `select set_config('synchronous_commit', 'local', true), pg_logical_emit_message(true, '${SCHEMA}', '')::text as lsn`,
  )
  await query('select pg_replication_slot_advance($1, $2::pg_lsn)', [linkOf(side), end!.lsn])
}

export const dropSlot = (side: Side): Promise<void> => dropSlots(side, `slot_name = '${linkOf(side)}'`)

/** A subscription that ends during its first copy can leave them. */
export const dropCopySlots = (side: Side): Promise<void> =>
  dropSlots(side, `database = current_database() and slot_name ~ '^pg_\\d+_sync_'`)

async function dropSlots({ query }: Side, condition: string): Promise<void> {
  for (;;) {
    const slots = await query<{ slot_name: string; active_pid: number | null }>(
      `select slot_name, active_pid from pg_replication_slots where ${condition}`,
    )
    if (slots.length === 0) return
    for (const { slot_name, active_pid } of slots)
      if (active_pid) await query('select pg_terminate_backend($1)', [active_pid])
      else await query('select pg_drop_replication_slot($1)', [slot_name]).catch(ignoreEnded)
    await pause(LOOK)
  }
}

/** The slot is in use again, or another connection has dropped it. */
const ignoreEnded = (error: unknown): void => {
  if (!['55006', '42704'].includes((error as { code?: string }).code ?? '')) throw error
}

export async function hasSubscription(side: Side): Promise<boolean> {
  const [row] = await side.look(
    'select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())',
    [linkOf(side)],
  )
  return row !== undefined
}

/** The server of `follower` connects to the server of `leader`. The slot of the leader must exist. */
export async function subscribe(follower: Side, leader: Side, { copies }: { copies: boolean }): Promise<void> {
  const link = linkOf(follower)
  try {
    await follower.query(
      `create subscription ${link} connection ${escapeLiteral(leader.databaseUrl)} publication ${link}
       with (create_slot = false, slot_name = ${escapeLiteral(link)}, copy_data = ${copies})`,
    )
  } catch (error) {
    throw new StartError(
      `The server ${follower.server} cannot subscribe to ${leader.server}: ${(error as Error).message}`,
      { cause: error },
    )
  }
}

export async function unsubscribe(side: Side): Promise<void> {
  if (!(await hasSubscription(side))) return
  const link = linkOf(side)
  await side.query(`alter subscription ${link} disable`)
  await side.query(`alter subscription ${link} set (slot_name = none)`)
  await side.query(`drop subscription ${link}`)
}

/** Ends the replication of a copy in both directions. */
export async function disconnect(copy: Side): Promise<void> {
  await unsubscribe(copy)
  await dropSlot(copy)
}

/** Whether a copy follows the shop, and `migrations`, those of the shop when its copy was made, have not changed. */
export async function isFollowing(copy: Side, source: Side, migrations: string | null | undefined): Promise<boolean> {
  const isSame = migrations === (await migrationsIn(source, await tablesOf(source)))
  return isSame && (await hasSubscription(copy)) && (await hasSlot(source))
}

/** Waits until all rows are copied. @throws StartError if PostgreSQL cannot copy them. */
export async function waitForCopy({
  target: follower,
  report,
  signal,
}: Pick<MoveWork, 'report' | 'signal'> & { target: Side }): Promise<void> {
  let shown = 0
  for (;;) {
    signal?.throwIfAborted()
    const [row] = await follower.look<{ open: number; copied: number }>(`
      select count(*) filter (where srsubstate <> 'r')::int as open, count(*) filter (where srsubstate = 'r')::int as copied
      from pg_subscription_rel r join pg_subscription s on s.oid = srsubid where subname = '${linkOf(follower)}'`)
    const { open, copied } = row!
    if (open === 0) return
    await assertWorking(follower)
    if (copied >= shown) {
      report({ name: 'copying', copied, tables: open + copied })
      shown = copied + (open + copied) / 8
    }
    await pause(500)
  }
}

async function assertWorking(follower: Side): Promise<void> {
  const [row] = await follower.look<{ errors: number }>(
    `select coalesce(sum(apply_error_count + sync_error_count), 0)::int as errors from pg_stat_subscription_stats where subname = $1`,
    [linkOf(follower)],
  )
  if (row!.errors > MAX_ERRORS)
    throw new StartError(`The replication to ${follower.server} fails. Its log has the reason. Cancel the move.`)
}

/** Waits until the follower has all changes that the leader has committed. Returns false after `milliseconds`. */
export async function catchUp(leader: Side, follower: Side, milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds
  const mark = randomUUID()
  await leader.look(`insert into ${SCHEMA}.mark values ($1)`, [mark])
  while (performance.now() < until) {
    if ((await follower.look(`select from ${SCHEMA}.mark where id = $1`, [mark])).length > 0) return true
    await pause(LOOK)
  }
  await assertWorking(follower)
  return false
}

/** Empties the tables that the template has filled. Triggers can add rows to some of them. */
export async function truncateAll(side: Side, tables: readonly MovedTable[]): Promise<void> {
  const list = tables.map(({ name }) => name).join(', ')
  await side.query(`truncate ${list}`)
  for (const [name, rows] of await countRows(side, tables)) if (rows !== '0') await side.query(`delete from ${name}`)
}
