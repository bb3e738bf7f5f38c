import type { Logger } from 'pino'
import { DomainError, StorageFull } from '#entities/errors.ts'
import { toUnavailableError } from '#entities/platform/database-errors/unavailable.ts'
import { waitWithTimeout } from '#entities/platform/remote/with-timeout.ts'
import type { TaskFailure, TaskProgress } from '#routers/operator/tasks-port.ts'
import { StartError } from '#server/base/start-error.ts'
import { recordAction } from '../people/directory-audit.ts'
import { INTERRUPTED, type NewTask, type ShopTasks } from './shop-tasks.ts'

/** Milliseconds between two signs of life. */
const BEAT = 2000

/** Milliseconds that the stop of the process waits for its tasks. Later, other processes record their end. */
const STOP_LIMIT = 10_000

export interface RunningTask {
  id: string
  /** Aborted by an operator, or at the stop of the process. */
  signal: AbortSignal
  report(progress: TaskProgress): void
}

type Work = (task: RunningTask) => Promise<void>

/** Runs tasks in this process. Their operators see the progress at every process. */
export class TaskRunner implements AsyncDisposable {
  readonly #tasks: ShopTasks
  readonly #logger: Logger
  readonly #running = new Map<Promise<void>, AbortController>()

  constructor(tasks: ShopTasks, logger: Logger) {
    this.#tasks = tasks
    this.#logger = logger
  }

  /** Ends the running tasks, unless they are at a step that must not be interrupted. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const ending of this.#running.values()) ending.abort('stop')
    await waitWithTimeout(STOP_LIMIT, () => Promise.all(this.#running.keys()))
  }

  /** Returns the id of the task. @throws NotAllowed if the shop has a running one. */
  async start(task: NewTask, work: Work): Promise<string> {
    const id = await this.#tasks.begin(task)
    const ending = new AbortController()
    const run = this.#run({ ...task, id }, work, ending).finally(() => this.#running.delete(run))
    this.#running.set(run, ending)
    return id
  }

  async #run({ id, ...task }: NewTask & { id: string }, work: Work, ending: AbortController): Promise<void> {
    let progress: TaskProgress | undefined
    const report = (next: TaskProgress) => {
      progress = next
    }
    const timer = setInterval(() => void this.#beat(id, progress, ending), BEAT)
    try {
      const action = { ...task, action: `tasks.${task.kind}.end` }
      await recordAction(this.#tasks.em, action, async () => {
        ending.signal.throwIfAborted()
        await work({ id, signal: ending.signal, report }).catch((error) => {
          throw error === 'cancel' ? new Error('Canceled') : error
        })
      })
      await this.#tasks.end(id, { status: 'done', progress })
    } catch (error) {
      await this.#end(id, { error, progress, reason: ending.signal.reason }).catch((err) =>
        this.#logger.error({ err, task: id }, 'The end of a task could not be recorded'),
      )
    } finally {
      clearInterval(timer)
    }
  }

  async #end(
    id: string,
    { error, progress, reason }: { error: unknown; progress: TaskProgress | undefined; reason: unknown },
  ): Promise<void> {
    // After a refusal, the work has not ended as the operator wanted.
    const isRefusal = error instanceof DomainError || error instanceof StartError
    if (reason === 'cancel' && !isRefusal) return this.#tasks.end(id, { status: 'canceled', progress })
    if (reason === 'stop') return this.#tasks.end(id, { status: 'failed', progress, failure: INTERRUPTED })
    if (!isRefusal) this.#logger.error({ err: error, task: id }, 'A task of an operator failed')
    await this.#tasks.end(id, { status: 'failed', progress, failure: failureOf(error) })
  }

  async #beat(id: string, progress: TaskProgress | undefined, ending: AbortController): Promise<void> {
    try {
      const state = await this.#tasks.beat(id, progress)
      if (state !== 'go on') ending.abort(state)
    } catch (err) {
      this.#logger.warn({ err, task: id }, 'The progress of a task could not be recorded')
    }
  }
}

const fullDiskIn = (error: unknown): StorageFull | undefined => {
  const problem = toUnavailableError(error)
  return problem instanceof StorageFull ? problem : undefined
}

const failureOf = (error: unknown): TaskFailure => {
  const shown = error instanceof DomainError ? error : (fullDiskIn(error) ?? error)
  const message = (shown instanceof Error ? shown.message : String(shown)).slice(0, 500)
  const reason = shown instanceof DomainError || shown instanceof StartError ? shown.reason : undefined
  return { message, ...(reason ? { reason } : {}) }
}
