import cluster, { type Address, type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#server/settings/config.ts'
import type { WriteLine } from '../base/progress.ts'
import { restartPause, STABLE_RUN } from '../base/restart-pause.ts'
import { StartError } from '../base/start-error.ts'

export const isWorker = (): boolean => cluster.isWorker

export const waitForStopMessage = (): Promise<void> =>
  new Promise((resolve) => process.on('message', (message) => message === STOP_MESSAGE && resolve()))

interface ForkedServer extends Pick<WorkersSettings, 'logger' | 'stopRequested'> {
  config: Config
  databaseUrl: string
  print: WriteLine
}

/** Time for a worker to stop after its last response, in milliseconds. */
const SHUTDOWN_TIMEOUT = 15_000

/** Starts `WORKERS` processes on one port. One of them runs jobs. Returns the port. @throws StartError */
export async function openWorkers(
  { config, databaseUrl, print, ...settings }: ForkedServer,
  resources: AsyncDisposableStack,
): Promise<number> {
  const workers = await startWorkers({
    ...settings,
    environments: Array.from({ length: config.workers }, (_, place) => ({
      DATABASE_URL: databaseUrl,
      JOBS: config.runsJobs && place === 0 ? 'inline' : 'none',
    })),
    stopTimeout: config.drain.delay + config.drain.timeout + SHUTDOWN_TIMEOUT,
  })
  resources.defer(() => workers.stop())
  print(`✓ ${config.workers} workers`)
  return workers.port
}

interface WorkersSettings {
  /** Environment variables of each worker, in addition to those of this process. */
  environments: readonly Record<string, string>[]
  /** When it resolves, exited workers are no longer restarted. */
  stopRequested: Promise<void>
  logger: Logger
  /** Time for workers to stop, in milliseconds. */
  stopTimeout: number
}

interface Workers {
  port: number
  stop(): Promise<void>
}

/** Resolves when all workers listen. Throws `StartError` if a worker does not start. */
async function startWorkers(settings: WorkersSettings): Promise<Workers> {
  const { environments, stopRequested, logger, stopTimeout } = settings
  const slots = environments.map((environment) => new WorkerSlot(environment, logger))
  const leave = () => slots.map((slot) => slot.leave())
  void stopRequested.then(leave)
  const stop = async () => {
    leave()
    await Promise.all(slots.map((slot) => slot.stop(stopTimeout)))
  }
  try {
    const [port] = await Promise.all(slots.map((slot) => slot.open()))
    return { port: port as number, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const STOP_MESSAGE = 'stop'

class WorkerSlot {
  readonly #environment: Record<string, string>
  readonly #logger: Logger
  #worker: Worker | undefined
  /** Number of consecutive workers that exited soon after their start. */
  #shortLives = 0
  #hasEnded = false
  #isLeft = false

  constructor(environment: Record<string, string>, logger: Logger) {
    this.#environment = environment
    this.#logger = logger
  }

  async open(): Promise<number> {
    const worker = this.#fork()
    const address = await Promise.race([waitUntilListening(worker), once(worker, 'exit').then(() => undefined)])
    if (!address) throw new StartError('A worker process did not start')
    return address.port
  }

  leave(): void {
    this.#isLeft = true
  }

  async stop(stopTimeout: number): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    const exit = once(worker, 'exit')
    worker.send(STOP_MESSAGE, () => {})
    const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeout)
    await exit
    clearTimeout(killTimer)
  }

  #fork(): Worker {
    const startedAt = performance.now()
    const worker = cluster.fork(this.#environment)
    this.#worker = worker
    let hasListened = false
    worker.once('listening', () => {
      hasListened = true
      if (this.#hasEnded) this.#logger.info({ worker: worker.process.pid }, 'A worker process was restarted')
    })
    worker.once('exit', (code, signal) => {
      this.#worker = undefined
      if (this.#isLeft) return
      this.#shortLives = performance.now() - startedAt < STABLE_RUN ? this.#shortLives + 1 : 0
      // `open` reports this failure.
      if (!hasListened && this.#shortLives === 1) return
      this.#hasEnded = true
      this.#logger.error({ worker: worker.process.pid, code, signal }, 'A worker process exited. Restarting it')
      void this.#forkLater()
    })
    return worker
  }

  async #forkLater(): Promise<void> {
    await pause(restartPause(this.#shortLives))
    if (!this.#isLeft) this.#fork()
  }
}

async function waitUntilListening(worker: Worker): Promise<Address> {
  const [address] = (await once(worker, 'listening')) as [Address]
  return address
}
