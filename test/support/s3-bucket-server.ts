import { rmSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import S3rver from '@20minutes/s3rver'

/* The worker thread of `openBucket`. It serves one bucket from a directory and posts its port. */

const { directory } = workerData as { directory: string }
const options = { address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false }
const server = new S3rver({ ...options, configureBuckets: [{ name: 'shop', configs: [] }] })
const { port } = await server.run()
const uploads = join(directory, 'shop', '._S3rver_uploads')
letAbort(server.httpServer, (id) => rmSync(join(uploads, id), { recursive: true }))
parentPort?.postMessage(port)

/** s3rver does not implement the abort of a multipart upload. */
function letAbort(server: Server, abort: (uploadId: string) => void): void {
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeAllListeners('request').on('request', (req, res) => {
    const uploadId = new URL(req.url ?? '/', 'http://s3').searchParams.get('uploadId')
    if (req.method !== 'DELETE' || !uploadId) return serve(req, res)
    abort(uploadId)
    res.writeHead(204).end()
  })
}
