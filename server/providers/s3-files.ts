import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { FileKey } from '#entities/platform/file/file-key.ts'
import { type FileContent, type FileStore, fileNotFound, type StoredFile } from '#entities/platform/file/file-port.ts'
import { servingHeadersOf } from '#entities/platform/file/serving-headers.ts'
import { ASK_FOR_IDENTITY, refuseCompressed } from '#server/outgoing/refuse-compressed.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** Address of an S3-compatible service. Default: Amazon S3. */
  endpoint?: string | undefined
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  url?: string | undefined
  /** Milliseconds without progress after which a request fails and is sent again, twice at most. Default: 30 seconds. */
  stallTimeout?: number
}

const CONNECT_TIMEOUT = 5000
const STALL_TIMEOUT = 30_000

/** Each upload holds at most two parts of 5 MB in memory. */
const IN_PARTS = { queueSize: 2, partSize: 5 * 1024 * 1024, leavePartsOnError: false }

/** Stores files in a bucket of S3 or a compatible service. The policy of the bucket must make `public/` readable. */
export class S3Files implements FileStore {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #url: string

  constructor({ bucket, region, endpoint, credentials, url, stallTimeout = STALL_TIMEOUT }: S3Settings) {
    this.#client = new S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(credentials ? { credentials } : {}),
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT, socketTimeout: stallTimeout },
      // Some compatible services do not support the checksums that the client sends by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    refuseCompressedResponses(this.#client)
    this.#bucket = bucket
    const own = endpoint ? `${endpoint.replace(/\/+$/, '')}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`
    this.#url = (url ?? own).replace(/\/+$/, '')
  }

  async write(key: FileKey, content: FileContent): Promise<StoredFile> {
    const { contentType, disposition } = servingHeadersOf(key)
    let size = 0
    let failure: unknown
    async function* counted() {
      try {
        for await (const piece of content) {
          const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
          size += bytes.length
          yield bytes
        }
      } catch (error) {
        failure = error
        throw error
      }
    }
    const upload = new Upload({
      client: this.#client,
      params: {
        ...this.#at(key),
        Body: Readable.from(counted(), { objectMode: false }),
        ContentType: contentType,
        ContentDisposition: disposition,
      },
      ...IN_PARTS,
    })
    try {
      await upload.done()
    } catch (error) {
      throw failure ?? error
    }
    return this.#stored(key, size)
  }

  async read(key: FileKey): Promise<AsyncIterable<Uint8Array>> {
    const found = await unlessMissing(this.#client.send(new GetObjectCommand(this.#at(key))))
    if (!(found?.Body instanceof Readable)) throw fileNotFound(key)
    return found.Body
  }

  async stat(key: FileKey): Promise<StoredFile | undefined> {
    const found = await unlessMissing(this.#client.send(new HeadObjectCommand(this.#at(key))))
    return found && this.#stored(key, found.ContentLength ?? 0)
  }

  async delete(key: FileKey): Promise<void> {
    await unlessMissing(this.#client.send(new DeleteObjectCommand(this.#at(key))))
  }

  async link(key: FileKey, seconds: number): Promise<string> {
    const command = new GetObjectCommand({ ...this.#at(key), ResponseContentDisposition: 'attachment' })
    return getSignedUrl(this.#client, command, { expiresIn: seconds })
  }

  #at(key: FileKey) {
    return { Bucket: this.#bucket, Key: key }
  }

  #stored(key: FileKey, size: number): StoredFile {
    return { key, size, url: `${this.#url}/${key.split('/').map(encodeURIComponent).join('/')}` }
  }
}

/** The handler of Node decompresses nothing, and a compressed file would be read as its content. The header is not signed. */
function refuseCompressedResponses({ config: { requestHandler } }: S3Client): void {
  const handle = requestHandler.handle.bind(requestHandler)
  requestHandler.handle = async (request, options) => {
    Object.assign(request.headers, ASK_FOR_IDENTITY)
    const answer = await handle(request, options)
    refuseCompressed({ headers: answer.response.headers, destroy: () => answer.response.body?.destroy() })
    return answer
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
    throw error
  }
}
