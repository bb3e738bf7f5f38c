import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { restartPause, STABLE_RUN } from '#server/base/restart-pause.ts'
import {
  lastLineOf,
  type RunningServer,
  type ServerPlace,
  startServer,
  stopServer,
  waitForExit,
} from '#server/database/postgres-server.ts'

export interface KeptServer {
  port: number
  stop(): Promise<void>
}

/** If PostgreSQL exits, starts it again on the same port, after a delay that doubles up to 30 seconds. */
export async function keepServer(place: Omit<ServerPlace, 'signal'>, logger?: Logger): Promise<KeptServer> {
  const stopping = new AbortController()
  const { signal } = stopping
  const stopRequested = once(signal, 'abort')
  const serverPlace = { ...place, signal }
  let server = await startServer(serverPlace)
  let startedAt = performance.now()
  let shortLives = 0
  const { port } = server

  async function keep(): Promise<void> {
    for (;;) {
      await Promise.race([waitForExit(server.child), stopRequested])
      if (signal.aborted) return stopServer(serverPlace, server)
      const { exitCode: code, signalCode } = server.child
      const facts = { code, signal: signalCode, last_line: lastLineOf(serverPlace.files) }
      logger?.error(facts, 'PostgreSQL exited. Restarting it')
      server = (await startAgain()) ?? server
    }
  }

  async function startAgain(): Promise<RunningServer | undefined> {
    while (!signal.aborted) {
      shortLives = performance.now() - startedAt < STABLE_RUN ? shortLives + 1 : 0
      await pause(restartPause(shortLives), undefined, { signal, ref: false }).catch(() => {})
      startedAt = performance.now()
      try {
        const started = await startServer(serverPlace, port)
        logger?.info('PostgreSQL was restarted')
        return started
      } catch (err) {
        if (!signal.aborted) logger?.error({ err }, 'PostgreSQL could not be restarted. Retrying')
      }
    }
    return undefined
  }

  const supervision = keep()
  return {
    port,
    stop() {
      stopping.abort()
      return supervision
    },
  }
}
