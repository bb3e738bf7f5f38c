import { type FileKey, newFileKey } from '#entities/platform/file/file-key.ts'
import type { Identified } from './resources.ts'
import type { Caller, TestShop } from './shop.ts'

/** The job runs when the test calls `runJobs()`. */
export async function startJob(by: Caller, type: string, context: object, dry_run = false) {
  const { status, text, body } = await by.post('/admin/batch-jobs', { type, context, dry_run })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body.batch_job
}

export async function readJob(by: Caller, { id }: Identified) {
  return (await by.get(`/admin/batch-jobs/${id}`)).body.batch_job
}

/** Creates a batch job, runs it and returns its final state. */
export async function runJob(shop: TestShop, type: string, context: object) {
  const job = await startJob(shop.admin, type, context)
  await shop.runJobs()
  return readJob(shop.admin, job)
}

export async function readFileText({ files }: Pick<TestShop, 'files'>, key: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of await files.read(key as FileKey)) text += decoder.decode(chunk, { stream: true })
  return text
}

export async function storeFile({ files }: Pick<TestShop, 'files'>, text: string): Promise<FileKey> {
  const content = async function* () {
    yield text
  }
  return (await files.write(newFileKey('imports', 'file.csv'), content())).key
}
