import { setTimeout as pause } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import { StartError } from '#server/base/start-error.ts'
import { catchUp } from './replication.ts'
import type { ShopMoves } from './shop-moves.ts'
import { countOthers, endOthers, linkOf, queryOf, type Side } from './side.ts'
import { compareRows, copySequences, copyUnlogged, type MovedTable, migrationsIn, tablesOf } from './tables.ts'

/** Milliseconds during which the requests of the shop are refused, at most. */
const REFUSAL = 5000
/** Milliseconds until the connections of requests and jobs that still run are ended. */
const PATIENCE = 2000
/** Milliseconds until the locks must stop a process that connects again and again. */
const END_WAIT = 300
/** Milliseconds for a lock of all tables, which waits for transactions that are being undone. */
const LOCK_WAIT = 1500
/** Milliseconds that are left to compare the databases. */
const RESERVE = 1200
/** Tables with more bytes are counted after the switch, in the snapshots of its moment. */
const LARGE = 64_000_000

interface Switch {
  id: string
  moves: ShopMoves
  source: Side
  target: Side
}

/** The time of the refusal was not enough. The shop serves again from its earlier server. */
export class SwitchFailed extends StartError {
  override name = 'SwitchFailed'
}

/**
 * Makes the copy the shop. Its requests and jobs are refused during the switch. The slot of the target must exist. If this process ends in between,
 * the shop serves from its earlier server after the time of the refusal.
 * @returns the tables with different numbers of rows that were counted after the switch, and the milliseconds of the refusal.
 * @throws SwitchFailed
 * @throws StartError if the shop has other migrations than the copy.
 */
export async function switchSides({
  id,
  moves,
  source,
  target,
}: Switch): Promise<{ differences: string[]; milliseconds: number }> {
  const tables = await tablesOf(source)
  const began = performance.now()
  await moves.refuse(id, REFUSAL)
  await using ending = new AsyncDisposableStack()
  ending.defer(() => moves.resume(id))
  await waitForOthers(source)
  const locks = ending.use(await lockTables(source, tables))
  const { migrations = null } = (await moves.read(id)) ?? {}
  if (migrations !== null && migrations !== (await migrationsIn(source, tables)))
    throw new StartError(`The tables of the shop ${id} have changed since its copy was made`)
  if (!(await catchUp(source, target, REFUSAL - RESERVE - (performance.now() - began))))
    throw new SwitchFailed('The copy is too far behind. Try again when the shop has less to do.')
  await copySequences(source, target)
  await copyUnlogged(source, target, tables)
  const before = ending.use(await openSnapshot(source))
  const after = ending.use(await openSnapshot(target))
  const small = tables.filter(({ bytes }) => bytes <= LARGE)
  const wrong = await compareRows(before, after, small)
  if (wrong.length > 0) throw new SwitchFailed(`The copy is not complete: ${wrong.join(', ')}`)
  await target.query('select pg_replication_slot_advance($1, pg_current_wal_lsn())', [linkOf(target)])
  await setReadOnly(target, false)
  await locks.assertHeld()
  if (!(await moves.swap(id))) throw new SwitchFailed('The switch takes longer than five seconds')
  const milliseconds = performance.now() - began
  await setReadOnly(source, true)
  await endOthers(source)
  const differences = await compareRows(
    before,
    after,
    tables.filter((table) => !small.includes(table)),
  )
  return { differences, milliseconds }
}

/** A process that has not noticed the switch cannot change this database. Replication can. */
export async function setReadOnly(side: Side, isReadOnly: boolean): Promise<void> {
  const value = isReadOnly ? 'on' : 'default'
  await side.query(`alter database ${escapeIdentifier(side.database)} set default_transaction_read_only to ${value}`)
}

/** The processes close the shop after its last request. */
async function waitForOthers(source: Side): Promise<void> {
  const began = performance.now()
  const elapsed = () => performance.now() - began
  while (elapsed() < PATIENCE + END_WAIT && (await countOthers(source)) > 0) {
    if (elapsed() > PATIENCE) await endOthers(source)
    await pause(20)
  }
}

interface Locks extends AsyncDisposable {
  /** @throws SwitchFailed */
  assertHeld(): Promise<void>
}

/** No other connection can change a row until the disposal, or the end of this process. */
async function lockTables(source: Side, tables: readonly MovedTable[]): Promise<Locks> {
  const client = await source.another()
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_WAIT}`)
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`)
    return {
      assertHeld: async () => {
        await client.query('select').catch((cause) => fail('The locks of the shop were lost', cause))
      },
      [Symbol.asyncDispose]: () => client.end(),
    }
  } catch (error) {
    await client.end()
    return fail('The shop cannot be stopped', error)
  }
}

function fail(problem: string, cause: unknown): never {
  throw new SwitchFailed(`${problem}: ${(cause as Error).message}`, { cause })
}

async function openSnapshot(side: Side): Promise<Pick<Side, 'query'> & AsyncDisposable> {
  const client = await side.another()
  await client.query('begin isolation level repeatable read, read only')
  return {
    query: queryOf(client),
    [Symbol.asyncDispose]: () => client.end(),
  }
}
