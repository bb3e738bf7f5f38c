import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { S3Settings } from '#server/providers/s3-files.ts'
import { scratchDirectory } from './scratch-directory.ts'

/** The server runs in a separate thread, so that its memory does not count as memory of the shop. */
export async function openBucket(ending: AsyncDisposableStack): Promise<{
  s3: S3Settings
  /** The paths of all stored files and of the parts of unfinished uploads. */
  storedPaths(): Promise<string[]>
}> {
  const directory = ending.use(scratchDirectory()).path
  const server = new Worker(new URL('./s3-bucket-server.ts', import.meta.url), { workerData: { directory } })
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
    storedPaths: async () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
  }
}
