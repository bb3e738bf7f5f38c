import { StartError } from '#server/base/start-error.ts'
import { databaseExists, dropDatabase } from '#server/database/databases.ts'
import type { Directory, ShopRecord } from '../directory.ts'
import { isOfConnection } from '../server-states.ts'
import { dropCopySlots, dropSlot, unpublish, unsubscribe } from './replication.ts'
import { openFollower, openSide } from './side.ts'

/**
 * Deletes a copy of the shop, and all things of the replication. Can be repeated.
 * @throws StartError if the server of the copy does not respond. Then the shop keeps nothing for it.
 */
export async function removeCopy(directory: Directory, record: ShopRecord, server: string): Promise<void> {
  await using current = await openSide(record)
  await unsubscribe(current)
  const failure = await disconnectCopy(directory, record, server).catch((error: unknown) => {
    if (!isOfConnection(error)) throw error
    return error as Error
  })
  await dropSlot(current)
  await dropCopySlots(current)
  await unpublish(current)
  if (failure)
    throw new StartError(
      `The server ${server} does not respond, so the copy there stays (${failure.message}). ${record.server} keeps nothing for it. Repeat the command later. For a lost server, first name another one as ${server}: shop shops servers add ${server} <url> --replace`,
      { cause: failure },
    )
  const { url } = await directory.servers.get(server)
  await dropDatabase(url, record.database)
  await directory.moves.end(record.id)
}

async function disconnectCopy(directory: Directory, record: ShopRecord, server: string): Promise<void> {
  const { url } = await directory.servers.get(server)
  if (!(await databaseExists(url, record.database))) return
  await using copy = await openFollower(directory, record, server)
  await unsubscribe(copy)
  await dropSlot(copy)
}
