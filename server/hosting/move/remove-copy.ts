import { StartError } from '#server/base/start-error.ts'
import { databaseExists, dropDatabase } from '#server/database/databases.ts'
import type { Directory, ShopRecord } from '../directory.ts'
import { isOfConnection } from '../server-states.ts'
import { disconnect, dropCopySlots, dropSlot, unpublish, unsubscribe } from './replication.ts'
import { openSide, type Place, placeOfCopy, type Side } from './side.ts'

/** Deletes a copy of a shop in the directory. Throws as `removeFollower` does. */
export async function removeCopy(directory: Directory, record: ShopRecord, server: string): Promise<void> {
  await using current = await openSide(record)
  const copy = await placeOfCopy(directory, record, server)
  const hint = `For a lost server, first name another one as ${server}: shop shops servers add ${server} <url> --replace`
  await removeFollower(current, copy, hint)
  await directory.moves.end(record.id)
}

/**
 * Deletes the copy of a shop, and all things of the replication. Can be repeated.
 * @throws StartError if the server of the copy does not respond. Then the shop keeps nothing for it.
 */
export async function removeFollower(current: Side, copy: Place, hint: string): Promise<void> {
  await unsubscribe(current)
  const failure = await disconnectCopy(copy).catch((error: unknown) => {
    if (!isOfConnection(error)) throw error
    return error as Error
  })
  await dropSlot(current)
  await dropCopySlots(current)
  // The state of a move without a directory ends with the publication, so that a repeated command finds the copy.
  if (!failure) await dropDatabase(copy.serverUrl, copy.database)
  await unpublish(current)
  if (failure)
    throw new StartError(
      `The server ${copy.server} does not respond, so the copy there stays. ${current.server} keeps nothing for it. Repeat the command later. ${hint}`,
      { cause: failure },
    ).because({ name: 'copy_stays', server: copy.server, current: current.server })
}

async function disconnectCopy(copy: Place): Promise<void> {
  if (!(await databaseExists(copy.serverUrl, copy.database))) return
  await using side = await openSide(copy)
  await disconnect(side)
}
