import type { EntityManager } from '@mikro-orm/postgresql'
import { type ConnectionQueues, setConnectionQueues } from '#database/connection-queues.ts'
import { readChanges, watchChanges } from '#entities/platform/audit/record-changes.ts'
import { newId } from '#entities/values/id.ts'
import { withoutHiddenChanges } from '../admin/key-reach.ts'
import type { ProcedureCall, ProcedureResult, RerunnableProviders, Services } from '../context.ts'
import { marker, type SavedResult } from '../idempotent-mutation.ts'
import { retryWithProviderAnswers } from '../retry-with-provider-answers.ts'
import { ConfinedEntityManager } from './confined-entity-manager.ts'
import type { DryRun } from './dry-run.ts'
import { simulateProviders } from './simulate-providers.ts'

interface DryRunOptions<Result> {
  queues: ConnectionQueues
  run: (em: EntityManager, simulated: { services: Services; providers: RerunnableProviders }) => Promise<Result>
}

/** Runs a mutation and rolls it back. Returns its response and the rows that it would change. */
export function runDryRun<Result extends ProcedureResult>(
  { ctx }: ProcedureCall,
  { queues, run }: DryRunOptions<Result>,
): Promise<Result | SavedResult> {
  const { providers: directProviders, calls } = simulateProviders(ctx.services.directProviders)
  const services = { ...ctx.services, directProviders }
  const rehearse = async (em: EntityManager, providers: RerunnableProviders) => {
    await watchChanges(em, { id: newId('audit') })
    const result = await run(em, { services, providers })
    if (!result.ok) return result
    await em.flush()
    const { changes, count } = await readChanges(em)
    const data: DryRun<unknown> = {
      dry_run: true,
      response: result.data,
      changes: withoutHiddenChanges(ctx, changes),
      change_count: count,
      simulated_calls: calls(),
    }
    return { ok: true, data, marker } as const
  }
  return retryWithProviderAnswers<Result | SavedResult>(directProviders, (providers) => {
    const em = ctx.response.budget.countReadsOf(ConfinedEntityManager.of(ctx.services.orm.em))
    setConnectionQueues(em, { ...queues, runTransaction: oneAtATime() })
    return queues.runTransaction(() => runAndRollBack(em, () => rehearse(em, providers)))
  })
}

async function runAndRollBack<Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> {
  await em.begin()
  try {
    return await work()
  } finally {
    await em.rollback()
  }
}

/** Savepoints of one connection cannot overlap. */
function oneAtATime(): ConnectionQueues['runTransaction'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
