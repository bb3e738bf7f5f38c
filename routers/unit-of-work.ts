import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import { type ConnectionQueues, setConnectionQueues } from '#database/connection-queues.ts'
import { retryUntilAnswered } from '#entities/platform/remote/provider-answer-needed.ts'
import type { Context, Identity, ProcedureCall, ProcedureResult, ResponseSaver, Services } from './context.ts'
import { runDryRun } from './dry-run/run-dry-run.ts'
import { noopResponseSaver, runIdempotently, type SavedResult } from './idempotent-mutation.ts'
import type { ProcedureMeta } from './meta.ts'
import { runInTransaction } from './mutation-transaction.ts'
import { queuesOfProcedure } from './queue-procedure.ts'
import { findReplicaReader, isReplicaFailure } from './read-replica.ts'
import { missingAnswerOf, retryWithProviderAnswers } from './retry-with-provider-answers.ts'

export const unitOfWork = experimental_standaloneMiddleware<{ ctx: Context & Identity; meta: ProcedureMeta }>().create(
  async ({ ctx, type, path, meta, getRawInput, next }) => {
    const call = { ctx, path, meta, getRawInput }
    const queues = queuesOfProcedure(call)
    const { services } = ctx
    const run = (em: EntityManager, saveResponse: ResponseSaver) => next({ ctx: { em, saveResponse, services } })
    if (type !== 'mutation') return runQuery(call, queues, (em) => run(em, noopResponseSaver))
    if (ctx.request.isDryRun) {
      const rehearse = (em: EntityManager, simulated: { services: Services }) =>
        next({ ctx: { em, saveResponse: noopResponseSaver, services: simulated.services } })
      return runDryRun(call, { queues, run: rehearse })
    }
    if (!meta?.manualTransactions) return retryUntilAnswered(() => runMutation(call, { queues, run }), missingAnswerOf)
    const em = forkEntityManager(ctx, queues)
    return runIdempotently(em, call, (saveResponse) => run(em, saveResponse))
  },
)

/** Runs a mutation in a transaction, again after each request to a provider. Supports mutations only. */
export const rerunnableUnitOfWork = experimental_standaloneMiddleware<{
  ctx: Context & Identity
  meta: ProcedureMeta
}>().create(({ ctx, path, meta, getRawInput, next }) => {
  const call = { ctx, path, meta, getRawInput }
  const queues = queuesOfProcedure(call)
  const { services } = ctx
  if (ctx.request.isDryRun) {
    return runDryRun(call, {
      queues,
      run: (em, simulated) => next({ ctx: { em, saveResponse: noopResponseSaver, ...simulated } }),
    })
  }
  return retryWithProviderAnswers(services.directProviders, (providers, hasCommitment) =>
    runMutation(call, {
      queues,
      run: (em, saveResponse) => next({ ctx: { em, saveResponse, providers, services } }),
      mustBeDurable: hasCommitment,
    }),
  )
})

/** Runs a query, again after each request to a tax provider. */
async function runQuery<Result extends ProcedureResult>(
  { ctx, meta, getRawInput }: ProcedureCall,
  queues: ConnectionQueues,
  run: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const replica = await findReplicaReader(ctx, meta, getRawInput)
  if (replica) {
    const result = await run(attachToCall(ctx, queues, replica.em))
    if (result.ok || !isReplicaFailure(result.error)) return result
    replica.reportFailure(result.error.cause)
  }
  return retryUntilAnswered(() => run(forkEntityManager(ctx, queues)), missingAnswerOf)
}

interface MutationRun<Result> {
  queues: ConnectionQueues
  run: (em: EntityManager, saveResponse: ResponseSaver) => Promise<Result>
  /** If it returns true before the commit, the commit waits for the disk. */
  mustBeDurable?: () => boolean
}

function runMutation<Result extends ProcedureResult>(
  call: ProcedureCall,
  { queues, run, mustBeDurable = () => false }: MutationRun<Result>,
): Promise<Result | SavedResult> {
  const { ctx, meta } = call
  const em = forkEntityManager(ctx, queues)
  const work = () => runIdempotently(em, call, (saveResponse) => run(em, saveResponse))
  const commitsAsync = () => meta?.asyncCommit === true && ctx.request.idempotencyKey === undefined && !mustBeDurable()
  return queues.runTransaction(() => runInTransaction(em, work, { ...ctx.response, commitsAsync }))
}

const forkEntityManager = (ctx: Context, queues: ConnectionQueues): EntityManager =>
  attachToCall(ctx, queues, ctx.services.orm.em.fork())

const attachToCall = (ctx: Context, queues: ConnectionQueues, em: EntityManager): EntityManager =>
  setConnectionQueues(ctx.response.budget.countReadsOf(em), queues)
