import { InvalidData } from '#entities/errors.ts'
import { withSessionLock } from '#server/database/session-lock.ts'
import { checkSides } from './check-sides.ts'
import { copyRows } from './copy-rows.ts'
import { createCopy, dropCopy, type NewCopy } from './create-copy.ts'
import { findHostPair, type HostPair } from './host-pair.ts'
import { type MoveState, readState, writeState } from './move-state.ts'
import type { MoveWork } from './move-step.ts'
import { removeFollower } from './remove-copy.ts'
import { isFollowing } from './replication.ts'
import { openSide, type Place, type Side } from './side.ts'
import { switchHosts } from './switch-hosts.ts'
import { setReadOnly } from './switch-sides.ts'
import { link } from './switch-with-retries.ts'

/* Moves the database of a shop without a directory from one host of its address to the other one. */

export interface DatabaseMove extends Pick<NewCopy, 'migrate'>, Pick<MoveWork, 'report'> {
  /** The address with the two hosts. */
  address: string
}

/** The id of the shop in reports. */
const id = 'The shop'

/**
 * Copies the database to the other host, and makes it the shop. The shop serves during the copy, and its requests wait during the switch.
 * The earlier database stays and follows the shop. An interrupted move can be repeated.
 * @throws InvalidData if the hosts cannot replicate to each other, or if the shop has moved.
 * @throws StartError if the copy fails. Then the shop stays at its host.
 */
export const moveDatabase = (move: DatabaseMove): Promise<void> =>
  withPair(move, async (pair, source, state) => {
    const { report } = move
    if (pair.lost) throw pair.lost
    if (pair.isInterrupted) await switchToCopy(pair, source, report)
    else if (state?.has_switched) await completeLink(pair, source)
    else {
      await using target = await followingCopy(move, { pair, source, state })
      await copyRows({ source, target, report })
      await switchHosts({ source, target, report })
    }
    await reportHost(move)
  })

/** Returns the shop to the host from which it moved, with all changes since then. */
export const moveDatabaseBack = (move: DatabaseMove): Promise<void> =>
  withPair(move, async (pair, source, state) => {
    if (pair.lost) throw pair.lost
    if (!pair.isInterrupted) {
      assertSwitched(state)
      await completeLink(pair, source)
    }
    await switchToCopy(pair, source, move.report)
    await reportHost(move)
  })

/** Deletes the earlier database of a shop that has moved. */
export const finishDatabaseMove = (move: DatabaseMove): Promise<void> =>
  withPair(move, async ({ target }, source, state) => {
    assertSwitched(state)
    await removeCopy(source, target, state)
    move.report({ name: 'copy_deleted', server: target.server })
  })

/** Ends a move that is not complete. The shop stays at its host. */
export const cancelDatabaseMove = (move: DatabaseMove): Promise<void> =>
  withPair(move, async ({ target, isInterrupted }, source, state) => {
    if (!state) throw new InvalidData('The shop has no move')
    if (state.has_switched || isInterrupted)
      throw new InvalidData('The shop has moved. Go back with --back. Delete the copy with --finish.')
    await removeCopy(source, target, state)
    move.report({ name: 'canceled', id, server: source.server, follower: target.server })
  })

async function reportHost({ address, report }: DatabaseMove): Promise<void> {
  const { source } = await findHostPair(address)
  report({ name: 'moved', id, server: source.server })
}

const LOST = 'If this server is lost, nothing is left to do.'

/** Keeps the state if the server of the copy does not respond, so that the command can be repeated. */
async function removeCopy(source: Side, target: Place, state: MoveState): Promise<void> {
  try {
    await removeFollower(source, target, LOST)
  } catch (error) {
    await writeState(source, state)
    throw error
  }
}

function assertSwitched(state: MoveState | undefined): asserts state is MoveState {
  if (!state?.has_switched) throw new InvalidData('The shop has not moved')
}

type PairWork = (pair: HostPair, source: Side, state: MoveState | undefined) => Promise<void>

async function withPair({ address }: DatabaseMove, work: PairWork): Promise<void> {
  const { source: place } = await findHostPair(address)
  await withSessionLock(place.serverUrl, { name: `move ${place.database}` }, async () => {
    const pair = await findHostPair(address)
    await using source = await openSide(pair.source)
    await work(pair, source, await readState(source))
  })
}

interface KnownMove {
  pair: HostPair
  source: Side
  state: MoveState | undefined
}

/** Opens the copy of an interrupted move, or a new one. */
async function followingCopy({ migrate, report }: DatabaseMove, { pair, source, state }: KnownMove): Promise<Side> {
  const { target, hasCopy } = pair
  await checkSides(source, target)
  if (hasCopy && !state)
    throw new InvalidData(`The server ${target.server} already has a database ${target.database}. Rename or drop it.`)
  if (hasCopy) {
    await using copy = await openSide(target)
    if (await isFollowing(copy, source, state?.migrations)) return openSide(target)
  }
  if (hasCopy) await dropCopy(target)
  report({ name: 'creating_database', server: target.server })
  // The schemas are only equal after the migrations of this program.
  await migrate(source.databaseUrl)
  return createCopy({ source, target, migrate })
}

async function switchToCopy({ target: place }: HostPair, source: Side, report: MoveWork['report']): Promise<void> {
  await using target = await openSide(place)
  await switchHosts({ source, target, report })
}

/** Completes a switch that ended before the earlier database followed the shop. */
async function completeLink({ target }: HostPair, source: Side): Promise<void> {
  await using earlier = await openSide(target)
  await setReadOnly(earlier, true)
  await link(earlier, source)
}
