import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Logger } from 'pino'

/**
 * Starts the runner. If it ends by itself (for example because the database was down), starts it again after a pause.
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
      // The runner may already be stopping.
      await current.stop().catch(() => {})
      await ended
    },
  }
}
