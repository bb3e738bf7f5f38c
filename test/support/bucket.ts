import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { S3Settings } from '#server/providers/s3-files.ts'
import { scratchDirectory } from './scratch-directory.ts'

/**
 * A server that speaks like S3, with one empty bucket; both go away with `ending`.
 * It runs in a thread of its own, so that what it holds in memory is not counted as the shop's.
 */
export async function openBucket(ending: AsyncDisposableStack): Promise<{
  s3: S3Settings
  /** All that is in the bucket, and all that was begun and left. */
  left(): Promise<string[]>
}> {
  const directory = ending.use(scratchDirectory()).path
  const server = new Worker(new URL('./bucket-server.ts', import.meta.url), { workerData: { directory } })
  ending.defer(async () => {
    await server.terminate()
  })
  const [port] = await once(server, 'message')
  return {
    s3: {
      bucket: 'shop',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    left: async () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
  }
}
