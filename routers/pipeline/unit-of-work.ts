import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import { type ConnectionQueues, setConnectionQueues } from '#database/connection-queues.ts'
import { finishWork } from '#database/last-work.ts'
import { setReadLanguages } from '#database/read/read-languages.ts'
import { retryUntilAnswered } from '#entities/platform/remote/provider-answer-needed.ts'
import type {
  Context,
  ContextOverrides,
  Identity,
  ProcedureCall,
  ProcedureResult,
  ResponseSaver,
  Run,
} from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { reuseAnswer } from './answer-cache/reuse-answers.ts'
import { dependenciesOfPage } from './answer-cache/track-page.ts'
import { runDryRun } from './dry-run/run-dry-run.ts'
import { failedResult, noopResponseSaver, runIdempotently, type SavedResult } from './idempotent-mutation.ts'
import { runInTransaction } from './mutation-transaction.ts'
import { queuesOfProcedure } from './queue-procedure.ts'
import { findReplicaReader, isReplicaFailure } from './read-replica.ts'
import { missingAnswerOf, retryWithProviderAnswers } from './retry-with-provider-answers.ts'
import { runInside } from './run-inside.ts'

/**
 * Runs a query, or a mutation in one transaction. Each runs again after a request for a missing answer of a provider, so a
 * mutation changes nothing outside of the database before (see `Run`).
 */
export const unitOfWork = experimental_standaloneMiddleware<{ ctx: Context & Identity; meta: ProcedureMeta }>().create(
  ({ ctx, type, path, meta, getRawInput, next }) => {
    const call = { ctx, path, meta, getRawInput }
    const { services } = ctx
    const { directProviders } = services
    const answer = (one: Run) => next({ ctx: one })
    if (ctx.outer) return runInside(ctx.outer, { ...call, type }, answer)
    if (type !== 'mutation')
      return runQuery(call, ({ openManager }) =>
        answer({ em: openManager(), saveResponse: noopResponseSaver, services, providers: directProviders }),
      )
    const run = async (one: Run) => {
      const result = await answer(one)
      return result.ok ? finishWork(one.em).then(() => result, failedResult) : result
    }
    const queues = queuesOfProcedure(call)
    if (ctx.request.isDryRun) return runDryRun(call, { queues, run })
    if (meta?.manualTransactions) {
      const em = forkEntityManager(ctx, queues)
      return runIdempotently(em, call, (saveResponse) =>
        run({ em, saveResponse, services, providers: directProviders, hasOwnTransactions: true }),
      )
    }
    return retryWithProviderAnswers(directProviders, (providers, hasCommitment) =>
      runMutation(call, {
        queues,
        run: (em, saveResponse) => run({ em, saveResponse, services, providers }),
        mustBeDurable: hasCommitment,
      }),
    )
  },
)

/** Reads the catalogue, or reuses an earlier response. Supports queries only. */
export const catalogueUnitOfWork = experimental_standaloneMiddleware<{
  ctx: Context & Identity
  meta: ProcedureMeta
}>().create(({ ctx, path, meta, getRawInput, next }) => {
  const { services } = ctx
  const read = (em: EntityManager, cached?: Pick<ContextOverrides, 'customer_group_ids' | 'dependencies'>) =>
    next({
      ctx: {
        ...{ em, saveResponse: noopResponseSaver, services, providers: services.directProviders },
        ...{ hasOwnTransactions: undefined, ...cached },
      },
    })
  const call = { ctx, path, meta, getRawInput }
  if (ctx.outer) return runInside(ctx.outer, { ...call, type: 'query' }, ({ em }) => read(em))
  return runQuery(call, ({ em, openManager }) => {
    const openReader = () => setReadLanguages(openManager(), ctx.response.language?.chain ?? [])
    return reuseAnswer(call, { em, read, openManager: openReader }).catch(failedResult)
  })
})

interface Database {
  /** Without an identity map. */
  em: EntityManager
  openManager: () => EntityManager
}

/** Runs a query, again after each request for a missing answer of a provider. */
async function runQuery<Result extends ProcedureResult>(
  call: ProcedureCall,
  run: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { ctx, meta, getRawInput } = call
  const databaseOf = (em: EntityManager, fork = () => em) => ({
    em,
    openManager: () => attachToCall(ctx, queuesOfProcedure(call), fork()),
  })
  // The version of a page is that of the primary.
  const replica = dependenciesOfPage() ? undefined : await findReplicaReader(ctx, meta, getRawInput)
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
  mustBeDurable: () => boolean
}

function runMutation<Result extends ProcedureResult>(
  call: ProcedureCall,
  { queues, run, mustBeDurable }: MutationRun<Result>,
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
