import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Response } from 'express'

export interface StreamLimits {
  /** Maximum time without a chunk of the route, in milliseconds. */
  pause: number
  /** Maximum time of the whole stream, in milliseconds. */
  total: number
}

/**
 * Sends the chunks as the client reads them. Calls `onChunk` for each one.
 * @throws Error if the stream fails or exceeds a limit. The client then sees a broken response.
 */
export async function sendStream(
  res: Response,
  body: ReadableStream<Uint8Array>,
  { pause, total, onChunk }: StreamLimits & { onChunk: () => void },
): Promise<void> {
  const ending = new AbortController()
  const end = (reason: string) => () => ending.abort(new Error(reason))
  const timer = setTimeout(end(`The stream took longer than ${total / 1000} seconds`), total)
  const endPause = end(`The stream produced nothing for ${pause / 1000} seconds`)
  async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = chunks[Symbol.asyncIterator]()
    for (;;) {
      const waiting = setTimeout(endPause, pause)
      const next = await iterator.next().finally(() => clearTimeout(waiting))
      if (next.done) return
      onChunk()
      yield next.value
    }
  }
  try {
    await pipeline(Readable.fromWeb(body), limited, res, { signal: ending.signal })
  } catch (error) {
    if (!isClosedByClient(error)) throw ending.signal.aborted ? ending.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** The client has closed the connection. */
export const isClosedByClient = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE'
