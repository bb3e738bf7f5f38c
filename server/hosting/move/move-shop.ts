import { InvalidData } from '#entities/errors.ts'
import type { ShopChange } from '#routers/operator/tasks-port.ts'
import { copyDatabase, databaseExists, dropDatabase } from '#server/database/databases.ts'
import { upgradeShop } from '../change-shop.ts'
import { ensureTemplate } from '../create-shop.ts'
import type { ShopRecord } from '../directory.ts'
import type { Program } from '../open-shop.ts'
import { type ShopWait, withShopLock } from '../shop-lock.ts'
import { checkSides } from './check-sides.ts'
import { copyRows } from './copy-rows.ts'
import { followEmpty } from './follow-empty.ts'
import type { MoveStep, MoveWork } from './move-step.ts'
import { removeCopy } from './remove-copy.ts'
import { createSlot, disconnect, hasSubscription, isFollowing } from './replication.ts'
import { openFollower, openSide, placeOfCopy, type Side, untilSignal } from './side.ts'
import { type SwitchGate, setReadOnly } from './switch-sides.ts'
import { link, switchWithRetries } from './switch-with-retries.ts'
import { migrationsIn, tablesOf } from './tables.ts'

/**
 * Moves a shop to another server. The shop serves during the copy, and refuses its requests for at most five seconds. The earlier database
 * stays and follows the shop. An interrupted move can be repeated.
 * @throws InvalidData if the servers cannot replicate to each other.
 * @throws StartError if the copy fails. Then the shop serves from its earlier server.
 */
export async function moveShop(program: Program, { server, ...work }: MoveWork & { server: string }): Promise<void> {
  const { id, report, signal } = work
  await withHint(program, { ...work, change: 'move' }, async (record) => {
    const { name } = await program.directory.servers.get(server)
    const move = await program.directory.moves.read(id)
    if (record.server === name && !move)
      throw new InvalidData(`The shop ${id} is already at ${name}`).because({ name: 'shop_already_there' })
    if (move && !move.isCopying) {
      if (record.server !== name) throw hasMoved(id, move.follower)
      return follow(program, record)
    }
    if (record.status !== 'active')
      throw new InvalidData(`The shop ${id} is ${record.status}. Only an active one is moved.`).because({
        name: 'shop_not_active',
      })
    try {
      await using source = await openSide(record)
      await using target = await prepareTarget(program, { record, source, server: name, report, signal })
      await untilSignal(signal, target, () => copyRows({ source, target, ...work }))
      await switchShop(program, { source, target, ...work })
    } catch (error) {
      if (signal?.reason !== 'cancel') throw error
      await removeIncomplete(program, record)
      throw signal.reason
    }
  })
  report({ name: 'moved', id, server })
}

async function removeIncomplete(program: Program, record: ShopRecord): Promise<void> {
  const move = await program.directory.moves.read(record.id)
  if (!move) return
  if (!move.isCopying) throw hasMoved(record.id, move.follower)
  await removeCopy(program.directory, record, move.follower)
}

/** Returns the shop to the server from which it moved, with all changes since then. Only completes a switch that was interrupted. */
export async function moveShopBack(program: Program, work: MoveWork): Promise<void> {
  const { id, report } = work
  await withHint(program, { ...work, change: 'move_back' }, async (record) => {
    const { follower } = await readFinished(program, id)
    await using source = await openSide(record)
    await using target = await openFollower(program.directory, record, follower)
    if (!(await hasSubscription(target))) {
      await follow(program, record)
      return report({ name: 'switch_completed', id, server: record.server, follower })
    }
    await switchShop(program, { source, target, ...work })
    report({ name: 'returned', id, server: follower })
  })
}

/** Deletes the earlier database of a shop that has moved. */
export async function finishMove(program: Program, work: MoveWork): Promise<void> {
  const { id, report } = work
  await locked(program, { ...work, change: 'move_finish' }, async (record) => {
    const { follower } = await readFinished(program, id)
    await removeCopy(program.directory, record, follower)
    report({ name: 'copy_deleted', server: follower })
  })
}

/** Ends a move that is not complete. The shop stays at its server. Can be repeated. */
export async function cancelMove(program: Program, work: MoveWork): Promise<void> {
  const { id, report } = work
  await locked(program, { ...work, change: 'move_cancel' }, async (record) => {
    const move = await program.directory.moves.read(id)
    if (!move) throw new InvalidData(`The shop ${id} has no move`).because({ name: 'shop_without_move' })
    if (!move.isCopying) throw hasMoved(id, move.follower)
    await removeCopy(program.directory, record, move.follower)
    report({ name: 'canceled', id, server: record.server, follower: move.follower })
  })
}

const hasMoved = (id: string, follower: string) =>
  new InvalidData(
    `The shop ${id} has moved, and its earlier database is at ${follower}. Go back to it, or delete it first.`,
  ).because({ name: 'shop_has_moved', server: follower })

interface LockedMove extends MoveWork {
  change: ShopChange
}

async function locked(
  { directory }: Program,
  { id, change, task, signal, report }: LockedMove,
  work: (record: ShopRecord) => Promise<void>,
): Promise<void> {
  const wait: ShopWait = {
    ...{ task, signal },
    onWait: (other) => report(other ? { name: 'waiting', ...other } : { name: 'begun' }),
  }
  await withShopLock(directory, { id, change, wait }, async () => work(await directory.get(id)))
}

/** After an error, reports how the move can be continued or ended, because the server keeps its WAL until then. */
async function withHint(
  program: Program,
  move: LockedMove,
  work: (record: ShopRecord) => Promise<void>,
): Promise<void> {
  const { id, report } = move
  await locked(program, move, async (record) => {
    try {
      await work(record)
    } catch (error) {
      const hint = await hintOf(program, id).catch(() => undefined)
      if (hint) report(hint)
      throw error
    }
  })
}

async function hintOf({ directory }: Program, id: string): Promise<MoveStep | undefined> {
  const move = await directory.moves.read(id)
  if (!move) return undefined
  const { server } = await directory.get(id)
  return { name: 'interrupted', id, server, follower: move.follower, isCopying: move.isCopying }
}

async function readFinished({ directory }: Program, id: string) {
  const move = await directory.moves.read(id)
  if (!move || move.isCopying)
    throw new InvalidData(`The shop ${id} has not moved`).because({ name: 'shop_without_move' })
  return move
}

interface Preparation {
  record: ShopRecord
  source: Side
  server: string
  report: MoveWork['report']
  signal: AbortSignal | undefined
}

/** Creates the database of the copy, with empty tables. The copy of an interrupted move is used. */
async function prepareTarget(program: Program, { record, source, server, report, signal }: Preparation): Promise<Side> {
  const { directory } = program
  const { id, settings, hosts } = record
  const place = await placeOfCopy(directory, record, server)
  const { serverUrl, database } = place
  await checkSides(source, place)
  const known = await directory.moves.read(id)
  const exists = await databaseExists(serverUrl, database)
  if (!known && exists)
    throw new InvalidData(
      `The server ${server} already has a database ${database}, which belongs to no shop. Rename it.`,
    )
  await directory.moves.begin(id, server)
  if (exists) {
    await using copy = await openSide(place)
    if (await isFollowing(copy, source, known?.migrations)) return openSide(place)
    await disconnect(copy)
  }
  report({ name: 'creating_database', server })
  // The schemas are only equal after the migrations of this program.
  await upgradeShop(program, record)
  const moved = await tablesOf(source)
  await directory.moves.setMigrations(id, await migrationsIn(source, moved))
  await dropDatabase(serverUrl, database)
  const template = await ensureTemplate(program, { id, settings, hosts, ...place }, signal)
  await copyDatabase(serverUrl, database, template)
  await using opened = new AsyncDisposableStack()
  const target = opened.use(await openSide(place))
  await untilSignal(signal, target, () => followEmpty(source, target, moved))
  opened.move()
  return target
}

interface Sides extends MoveWork {
  source: Side
  target: Side
}

async function switchShop(program: Program, sides: Sides): Promise<void> {
  const { moves } = program.directory
  const { id, source, target, report, signal } = sides
  await untilSignal(signal, target, () => createSlot(target))
  const gate: SwitchGate = {
    close: (milliseconds) => moves.refuse(id, milliseconds),
    open: () => moves.resume(id),
    migrations: async () => (await moves.read(id))?.migrations ?? null,
    async swap(assertLocked) {
      await setReadOnly(target, false)
      await assertLocked()
      // After an end of this process in between, the next process that opens the shop reverts this.
      await setReadOnly(source, true)
      const isSwapped = await moves.swap(id)
      if (!isSwapped) await setReadOnly(source, false)
      return isSwapped
    },
  }
  report({ name: 'switched', milliseconds: await switchWithRetries({ gate, ...sides }) })
}

/** Completes an interrupted switch: the earlier database follows the shop. */
async function follow(program: Program, record: ShopRecord): Promise<void> {
  const { follower } = await readFinished(program, record.id)
  await using current = await openSide(record)
  await using earlier = await openFollower(program.directory, record, follower)
  await setReadOnly(earlier, true)
  await link(earlier, current)
}
