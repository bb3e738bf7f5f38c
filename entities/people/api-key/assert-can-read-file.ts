import { type Executor, statement } from '#database/statement.ts'
import { Forbidden } from '#entities/errors.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import { type FileKey, isPublicFile, isUploadedFile } from '#entities/platform/file/file-key.ts'
import { assertCanCreateBatchJob, type BatchJobKey } from './assert-can-create-batch-job.ts'

interface Access {
  key: BatchJobKey
  file: FileKey
}

/** An API key may read a file of a batch job only if the key may create that batch job. */
export async function assertCanReadFile(em: Executor, types: BatchTypes, { key, file }: Access): Promise<void> {
  if (!key || isPublicFile(file)) return
  const jobs = await findJobTypes(em, file)
  const forbidden = new Forbidden(`No scope of the API key ${key.name} allows access to the file ${file}`)
  if (jobs.length === 0 && !isUploadedFile(file)) throw forbidden
  for (const { type: name } of jobs) {
    const type = types[name]
    if (!type) throw forbidden
    assertCanCreateBatchJob(key, type)
  }
}

const findJobTypes = statement<{ type: string }>(`
  select distinct type from batch_job where result ->> 'file_key' = $1 or context ->> 'fileKey' = $1`)
