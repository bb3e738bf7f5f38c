import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { toDomainError } from '../database-errors/database-errors.ts'
import { createFileFolder, type TypedFile } from './file-folder.ts'
import type { FileKey } from './file-key.ts'
import type { FileStore } from './file-port.ts'
import type { IncomingFile } from './picture-content.ts'

/** The folders of uploads. Files of `public` are readable without a login, and those of `protected` only with a link. */
export type UploadFolder = 'public' | 'protected'

/**
 * Stores a file that a field can name, and returns its key. Call it without a transaction: a rollback does not delete the file.
 *
 * @example
 * product.manual = await addUpload(ctx.em, ctx.services.files, { folder: 'public', file: { name: 'manual.pdf', content } })
 */
export async function addUpload(
  em: EntityManager,
  files: FileStore,
  { folder, file }: { folder: UploadFolder; file: IncomingFile },
): Promise<FileKey> {
  const stored = await createFileFolder(files, folder).store(file)
  await recordUploads(em, [stored])
  return stored.key
}

export const recordUploads = async (em: EntityManager, stored: readonly TypedFile[]): Promise<void> =>
  inTransaction(em, async (tx) => void (await insertUploads(tx, JSON.stringify(stored))))

/** Deletes a file. @throws NotAllowed while a field names it. */
export const deleteUpload = (em: EntityManager, files: FileStore, key: FileKey): Promise<void> =>
  inTransaction(em, async (tx) => {
    await deleteRow(tx, key)
    await files.delete(key)
  })

/** Deletes a file unless a field names it. */
export async function deleteUnusedUpload(em: EntityManager, files: FileStore, key: FileKey): Promise<void> {
  try {
    await deleteUpload(em, files, key)
  } catch (error) {
    if (toDomainError(error)?.reason?.name !== 'record_in_use') throw error
    await postpone(em, key)
  }
}

/** Deletes private files and logos that no field has named for a day. */
export async function deleteReleasedUploads(em: EntityManager, files: FileStore): Promise<void> {
  for (const { key } of await selectReleased(em)) await deleteUnusedUpload(em, files, key)
}

const insertUploads = statement(`
  insert into upload (key, created_at, type, size)
  select key, now(), type, size from json_to_recordset($1::json) as file (key text, type text, size bigint)`)
const deleteRow = statement('delete from upload where key = $1')
/** Another field can still name a file that one field has released. */
const postpone = statement('update upload set released_at = now() where key = $1 and released_at is not null')
const selectReleased = statement<{ key: FileKey }>(`
  select key from upload where released_at < now() - interval '1 day' order by released_at limit 1000`)
