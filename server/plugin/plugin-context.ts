import { AsyncLocalStorage } from 'node:async_hooks'
import { connectionQueuesOf, setConnectionQueues } from '#database/connection-queues.ts'
import type { JobContext } from '#server/plugin/job-context.ts'
import type { PluginContext } from './plugin.ts'

const transactions = new AsyncLocalStorage<true>()

/** Operations that `work` calls in code throw, because a transaction is open. */
export const runInOpenTransaction = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  transactions.run(true, work)

export function pluginContextOf(
  { orm, settings, providers, files, logger, operations }: JobContext,
  signal: AbortSignal,
): PluginContext {
  const em = orm.em.fork()
  const queues = connectionQueuesOf(em)
  setConnectionQueues(em, { ...queues, runTransaction: runInOpenTransaction })
  return { em, settings, providers, files, logger, signal, as: operations({ signal, assertCallable }) }
}

function assertCallable(): void {
  if (transactions.getStore())
    throw new Error(
      'An operation opens another transaction, which would wait for the locks of this one. Call it before or after the transaction, or enqueue a job.',
    )
}
