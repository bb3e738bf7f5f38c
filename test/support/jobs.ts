import { newFileKey } from '#entities/platform/file/file-key.ts'
import type { Json } from './factories.ts'
import type { Caller, TestShop } from './shop.ts'

/** Asks for a batch job; nobody does it before the shop settles. */
export async function startJob(by: Caller, type: string, context: object, dry_run = false): Promise<Json> {
  const { status, text, body } = await by.post('/admin/batch-jobs', { type, context, dry_run })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body.batch_job
}

export async function readJob(by: Caller, { id }: Json): Promise<Json> {
  return (await by.get(`/admin/batch-jobs/${id}`)).body.batch_job
}

/** Has a batch job done; answers what became of it. */
export async function runJob(shop: TestShop, type: string, context: object): Promise<Json> {
  const job = await startJob(shop.admin, type, context)
  await shop.settle()
  return readJob(shop.admin, job)
}

/** What a job has written. */
export async function fileOf({ files }: Pick<TestShop, 'files'>, key: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of await files.read(key as never)) text += decoder.decode(piece, { stream: true })
  return text
}

/** Puts a file where an import finds it; answers its key. */
export async function putFile({ files }: Pick<TestShop, 'files'>, text: string): Promise<string> {
  const content = async function* () {
    yield text
  }
  return (await files.write(newFileKey('imports', 'file.csv'), content())).key
}
