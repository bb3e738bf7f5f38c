import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseClient } from '#database/hosts/database-client.ts'

export const JOBS_CHANNEL = 'shop_jobs'

/** In milliseconds. */
const RECONNECT_PAUSE = 1000

/** One connection hears of the new jobs of all shops. */
export function listenForJobs(url: string, logger: Logger, heard: (id: string) => void): AsyncDisposable {
  const ending = new AbortController()
  const { signal } = ending
  const loop = async () => {
    while (!signal.aborted) {
      try {
        await listenUntilLost(url, heard, signal)
      } catch (err) {
        logger.warn({ err }, 'Lost the connection that hears of new jobs')
      }
      await pause(RECONNECT_PAUSE, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = loop()
  return {
    async [Symbol.asyncDispose]() {
      ending.abort()
      await running
    },
  }
}

async function listenUntilLost(url: string, heard: (id: string) => void, signal: AbortSignal): Promise<void> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'cartwright jobs' })
  const lost = Promise.withResolvers<void>()
  client.on('error', lost.reject)
  client.once('end', () => lost.resolve())
  client.on('notification', ({ payload = '' }) => heard(payload))
  const stop = () => lost.resolve()
  signal.addEventListener('abort', stop)
  try {
    await client.connect()
    await client.query(`listen ${JOBS_CHANNEL}`)
    await lost.promise
  } finally {
    signal.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
