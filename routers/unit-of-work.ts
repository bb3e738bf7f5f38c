import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import { type ConnectionQueues, setConnectionQueues } from '#database/connection-queues.ts'
import { retryUntilAnswered } from '#entities/platform/remote/provider-answer-needed.ts'
import { reuseAnswer } from './answer-cache/reuse-answers.ts'
import type { Context, Identity, ProcedureCall, ProcedureResult, ResponseSaver } from './context.ts'
import { runDryRun } from './dry-run/run-dry-run.ts'
import { failedResult, noopResponseSaver, runIdempotently, type SavedResult } from './idempotent-mutation.ts'
import type { ProcedureMeta } from './meta.ts'
import { runInTransaction } from './mutation-transaction.ts'
import { queuesOfProcedure } from './queue-procedure.ts'
import { findReplicaReader, isReplicaFailure } from './read-replica.ts'
import { missingAnswerOf, retryWithProviderAnswers } from './retry-with-provider-answers.ts'
import type { Services } from './services.ts'

export const unitOfWork = experimental_standaloneMiddleware<{ ctx: Context & Identity; meta: ProcedureMeta }>().create(
  async ({ ctx, type, path, meta, getRawInput, next }) => {
    const call = { ctx, path, meta, getRawInput }
    const queues = queuesOfProcedure(call)
    const { services } = ctx
    const run = (em: EntityManager, saveResponse: ResponseSaver) => next({ ctx: { em, saveResponse, services } })
    if (type !== 'mutation') return runQuery(call, ({ openManager }) => run(openManager(), noopResponseSaver))
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

/** Reads the catalogue, or reuses an earlier response. Supports queries only. */
export const catalogueUnitOfWork = experimental_standaloneMiddleware<{
  ctx: Context & Identity
  meta: ProcedureMeta
}>().create(({ ctx, path, meta, getRawInput, next }) => {
  const { services } = ctx
  const read = (em: EntityManager, groups?: Pick<Identity, 'customer_group_ids'>) =>
    next({ ctx: { em, saveResponse: noopResponseSaver, services, ...groups } })
  const call = { ctx, path, meta, getRawInput }
  return runQuery(call, (database) => reuseAnswer(call, { ...database, read }).catch(failedResult))
})

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

interface Database {
  /** Without an identity map. */
  em: EntityManager
  openManager: () => EntityManager
}

/** Runs a query, again after each request to a tax provider. */
async function runQuery<Result extends ProcedureResult>(
  call: ProcedureCall,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { ctx, meta, getRawInput } = call
  const databaseOf = (em: EntityManager, fork = () => em) => ({
    em,
    openManager: () => attachToCall(ctx, queuesOfProcedure(call), fork()),
  })
  const replica = await findReplicaReader(ctx, meta, getRawInput)
  if (replica) {
    const result = await run(databaseOf(replica.em))
    if (result.ok || !isReplicaFailure(result.error)) return result
    replica.reportFailure(result.error.cause)
  }
  const { em } = ctx.services.orm
  return retryUntilAnswered(() => run(databaseOf(em, () => em.fork())), missingAnswerOf)
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
