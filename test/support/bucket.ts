import { readdirSync, rmSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '#server/providers/s3-files.ts'
import { scratchDirectory } from './scratch.ts'

/** A server that speaks like S3, with one empty bucket; both go away with `ending`. */
export async function openBucket(ending: AsyncDisposableStack): Promise<{
  s3: S3Settings
  /** All that is in the bucket, and all that was begun and left. */
  left(): Promise<string[]>
}> {
  const directory = ending.use(scratchDirectory()).path
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false }
  const server = new S3rver({ ...options, configureBuckets: [{ name: 'shop', configs: [] }] })
  const { port } = await server.run()
  ending.defer(() => {
    server.httpServer.close()
    server.httpServer.closeAllConnections()
  })
  const uploads = join(directory, 'shop', '._S3rver_uploads')
  letAbort(server.httpServer, (id) => rmSync(join(uploads, id), { recursive: true }))
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

/** Has the server do the one thing that it does not know: giving up an upload in parts. */
function letAbort(server: Server, abort: (uploadId: string) => void): void {
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeAllListeners('request').on('request', (req, res) => {
    const uploadId = new URL(req.url ?? '/', 'http://s3').searchParams.get('uploadId')
    if (req.method !== 'DELETE' || !uploadId) return serve(req, res)
    abort(uploadId)
    res.writeHead(204).end()
  })
}
