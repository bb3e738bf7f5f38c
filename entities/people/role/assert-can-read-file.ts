import { type Executor, statement } from '#database/statement.ts'
import { Forbidden } from '#entities/errors.ts'
import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import { type FileKey, isPublicFile, isUploadedFile } from '#entities/platform/file/file-key.ts'
import { assertCanCreateBatchJob } from './assert-can-create-batch-job.ts'
import type { Grant } from './grant.ts'

interface Access {
  grants: readonly Grant[]
  file: FileKey
}

/**
 * A caller may read a file of a batch job only if it may create that batch job, and other files that the server wrote only
 * with a role for everything.
 */
export async function assertCanReadFile(em: Executor, types: BatchTypes, { grants, file }: Access): Promise<void> {
  if (isPublicFile(file) || isRoleForEverything(grants)) return
  const jobs = await findJobTypes(em, file)
  const key = grants.find(({ kind }) => kind === 'api_key')
  const forbidden = new Forbidden(
    key
      ? `No scope of the API key ${key.name} allows access to the file ${file}`
      : `Your role does not allow access to the file ${file}`,
  )
  if (jobs.length === 0 && !isUploadedFile(file)) throw forbidden
  for (const { type: name } of jobs) {
    const type = types[name]
    if (!type) throw forbidden
    assertCanCreateBatchJob(grants, type)
  }
}

const isRoleForEverything = ([role, key]: readonly Grant[]): boolean =>
  !key && role?.kind === 'role' && role.scopes.includes('*')

const findJobTypes = statement<{ type: string }>(`
  select distinct type from batch_job where result ->> 'file_key' = $1 or context ->> 'fileKey' = $1`)
