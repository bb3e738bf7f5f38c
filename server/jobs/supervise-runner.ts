import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Logger } from 'pino'

/**
 * Begins to run, and begins again, after a pause of so many milliseconds, whenever that ends by itself, as it may when
 * the database was away.
 */
export async function superviseRunner(
  begin: () => Promise<Runner>,
  logger: Logger,
  milliseconds = 1000,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false
  let current: Runner | undefined = await begin()

  async function goOn(): Promise<void> {
    while (!isStopping) {
      try {
        current ??= await begin()
        if (isStopping) await current.stop()
        await current.promise
      } catch (err) {
        if (!isStopping) logger.error({ err }, 'The job runner stopped. Restarting it')
      }
      if (isStopping) return
      current = undefined
      await pause(milliseconds, undefined, { ref: false })
    }
  }

  const ended = goOn()
  return {
    async stop() {
      isStopping = true
      if (!current) return
      // It may be ending by itself already.
      await current.stop().catch(() => {})
      await ended
    },
  }
}
