import { setTimeout as pause } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import { IS_DATABASE_READ_ONLY_SQL } from '#database/hosts/find-host.ts'
import { breakConnection } from '#database/hosts/host-list.ts'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import { StartError } from '#server/base/start-error.ts'
import { advanceSlot, catchUp } from './replication.ts'
import { countOthers, endOthers, queryOf, type Side } from './side.ts'
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
const LARGE = 8_000_000

/** How the processes of a shop notice a switch. */
export interface SwitchGate {
  /** The processes use the shop no longer, for at most `milliseconds`. */
  close(milliseconds: number): Promise<void>
  /** Ends connections that no process needs. Called again and again until none is left. */
  endUnused?(): Promise<unknown>
  /** Ends `close`. */
  open(): Promise<void>
  /** Returns `migrationsIn` the shop when its copy was made. */
  migrations(): Promise<string | null>
  /** Makes the source read-only and the target the database of the shop. Returns false after the time of `close`. */
  swap(assertLocked: () => Promise<void>): Promise<boolean>
}

export interface Switch {
  gate: SwitchGate
  source: Side
  target: Side
}

/** The time of the refusal was not enough. The shop serves again from its earlier server. */
export class SwitchFailed extends StartError {
  override name = 'SwitchFailed'
}

/**
 * Makes the copy the shop. Its requests and jobs are refused, or wait, during the switch. The slot of the target must exist. If this process ends in between,
 * the shop serves from its earlier server after the time of the refusal.
 * @returns the tables with different numbers of rows that were counted after the switch, and the milliseconds of the refusal.
 * @throws SwitchFailed
 * @throws StartError if the shop has other migrations than the copy.
 */
export async function switchSides({
  gate,
  source,
  target,
}: Switch): Promise<{ differences: string[]; milliseconds: number }> {
  const tables = await tablesOf(source)
  const began = performance.now()
  await using ending = new AsyncDisposableStack()
  ending.defer(() => gate.open())
  // A target that does not respond must not keep the locks of the source.
  const limit = setTimeout(target.leave, REFUSAL + END_WAIT)
  ending.defer(() => clearTimeout(limit))
  await gate.close(REFUSAL)
  await waitForOthers(source, gate)
  const locks = ending.use(await lockTables(source, tables))
  const migrations = await gate.migrations()
  if (migrations !== null && migrations !== (await migrationsIn(source, tables)))
    throw new StartError('The tables of the shop have changed since its copy was made')
  const left = () => REFUSAL - (performance.now() - began)
  if (!(await catchUp(source, target, left() - RESERVE)))
    throw new SwitchFailed('The copy is too far behind. Try again when the shop has less to do.')
  const before = ending.use(await openSnapshot(source))
  const after = ending.use(await openSnapshot(target))
  const [small, large] = [tables.filter(({ bytes }) => bytes <= LARGE), tables.filter(({ bytes }) => bytes > LARGE)]
  await inTime(left(), async () => {
    await copySequences(source, target)
    await copyUnlogged(source, target, tables)
    const wrong = await compareRows(before, after, small)
    if (wrong.length > 0) throw new SwitchFailed(`The copy is not complete: ${wrong.join(', ')}`)
    await advanceSlot(target)
  })
  if (!(await gate.swap(locks.assertHeld))) throw new SwitchFailed(TOO_LONG)
  clearTimeout(limit)
  const milliseconds = performance.now() - began
  await gate.open()
  await endOthers(source)
  await target.look('select')
  const differences = await compareRows(before, after, large)
  return { differences, milliseconds }
}

/** A process that has not noticed the switch cannot change this database. Replication can. */
export async function setReadOnly(side: Side, isReadOnly: boolean): Promise<void> {
  await side.query(readOnlyStatement(side.database, isReadOnly))
}

/** Whether new sessions of other processes cannot change the database. */
export async function isReadOnly({ query }: Side): Promise<boolean> {
  const [row] = await query<{ is_read_only: boolean }>(`select ${IS_DATABASE_READ_ONLY_SQL} as is_read_only`)
  return row!.is_read_only
}

export const readOnlyStatement = (database: string, isReadOnly: boolean): string =>
  `alter database ${escapeIdentifier(database)} set default_transaction_read_only to ${isReadOnly ? 'on' : 'default'}`

const TOO_LONG = 'The switch takes longer than five seconds.'

/** @throws SwitchFailed after `milliseconds`. The statements continue until their connection ends. */
async function inTime(milliseconds: number, work: () => Promise<void>): Promise<void> {
  let isDone = false
  await waitWithTimeout(milliseconds, async () => {
    await work()
    isDone = true
  })
  if (!isDone) throw new SwitchFailed(TOO_LONG)
}

/** The processes close the shop after its last request. */
async function waitForOthers(source: Side, gate: SwitchGate): Promise<void> {
  const began = performance.now()
  const elapsed = () => performance.now() - began
  while (elapsed() < PATIENCE + END_WAIT && (await countOthers(source)) > 0) {
    if (elapsed() > PATIENCE) await endOthers(source)
    else await gate.endUnused?.()
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

/** The first statement takes the snapshot. */
async function openSnapshot(side: Side): Promise<Pick<Side, 'query'> & AsyncDisposable> {
  const client = await side.another()
  const query = queryOf(client, side)
  await query('begin isolation level repeatable read, read only')
  return {
    query,
    // A server that does not respond does not end the connection, and a snapshot leaves nothing behind.
    [Symbol.asyncDispose]: async () => breakConnection(client),
  }
}
