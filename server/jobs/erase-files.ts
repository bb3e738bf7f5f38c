import { statement } from '#database/statement.ts'
import { type FileKey, isFileKey, isUploadedFile } from '#entities/platform/file/file-key.ts'
import { deleteUnusedUpload } from '#entities/platform/file/uploads.ts'
import { RetryLater } from '../base/retry-later.ts'
import type { JobContext, Task } from '../plugin/job-context.ts'

/**
 * Deletes files with personal data of an erased customer. An export that runs may have read the data before the erasure, so the
 * job waits for it.
 */
export const eraseFiles: Task<'erase_files'> = async (context, { keys, exports }) => {
  const em = context.orm.em.fork()
  for (const key of keys) if (isFileKey(key) && isUploadedFile(key)) await deleteUnusedUpload(em, context.files, key)
  if (exports) await eraseExports(context, exports)
}

async function eraseExports(
  { orm, files, batchTypes }: JobContext,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const em = orm.em.fork()
  const types = Object.keys(batchTypes).filter((name) => batchTypes[name]?.hasPersonalData)
  const exports = await selectExports(em, types, from, to)
  for (const { id, file_key } of exports.filter(({ has_ended }) => has_ended)) {
    if (file_key) await files.delete(file_key)
    await forgetFile(em, id)
  }
  if (exports.some(({ has_ended }) => !has_ended)) throw new RetryLater('An export still runs')
}

const selectExports = statement<{ id: string; file_key: FileKey | null; has_ended: boolean }>(`
  select id, result ->> 'file_key' as file_key,
    coalesce(completed_at, canceled_at, failed_at) is not null as has_ended
  from batch_job
  where type = any($1::text[]) and created_at between $2::timestamptz and $3::timestamptz
  order by id`)
const forgetFile = statement(`
  update batch_job set result = result - '{file_key,file_size}'::text[], context = '{}' where id = $1`)
