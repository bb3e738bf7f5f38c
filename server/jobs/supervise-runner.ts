import { setTimeout as pause } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { Logger } from 'pino'

/** If the runner ends by itself, for example because the database was down, starts it again after a pause. */
export async function superviseRunner(
  start: () => Promise<Runner>,
  logger: Logger,
  milliseconds = 1000,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false
  let current: Runner | undefined = await start()

  async function restartUntilStopped(): Promise<void> {
    while (!isStopping) {
      try {
        current ??= await start()
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

  const loop = restartUntilStopped()
  return {
    async stop() {
      isStopping = true
      if (!current) return
      await current.stop().catch(() => {})
      await loop
    },
  }
}
