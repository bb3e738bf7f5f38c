import type { ReadableStream } from 'node:stream/web'
import { Unavailable } from '#entities/errors.ts'

/**
 * Reads a whole body.
 * @throws Error if it is larger than `limit` bytes. Unavailable if the signal aborts first.
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<Buffer> {
  if (!body) return Buffer.alloc(0)
  const reader = body.getReader()
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    const chunks: Uint8Array[] = []
    for (let size = 0; ; ) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.length
      if (size > limit) {
        stop()
        throw new RangeError(`The response is larger than ${limit} bytes. Send it with the option \`streams\`.`)
      }
      chunks.push(value)
    }
    if (signal.aborted) throw new Unavailable(signal.reason)
    return Buffer.concat(chunks)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
