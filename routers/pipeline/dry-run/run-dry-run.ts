import type { EntityManager } from '@mikro-orm/postgresql'
import { type ConnectionQueues, setConnectionQueues } from '#database/connection-queues.ts'
import { untilRequestEnds } from '#database/transaction.ts'
import type { Change } from '#entities/platform/audit/audit-log.ts'
import { readChanges, watchChanges } from '#entities/platform/audit/record-changes.ts'
import { newId } from '#entities/values/id.ts'
import type { ProcedureCall, ProcedureResult, Run } from '../../context/context.ts'
import type { Providers } from '../../context/services.ts'
import { mayRead, withoutHiddenChanges } from '../../reading/reach.ts'
import { idMaskFor, resourceNameOf } from '../hidden-ids.ts'
import { marker, noopResponseSaver, type SavedResult } from '../idempotent-mutation.ts'
import { retryWithProviderAnswers } from '../retry-with-provider-answers.ts'
import { ConfinedEntityManager } from './confined-entity-manager.ts'
import type { DryRun } from './dry-run.ts'
import { type Effects, watchEffects } from './effects.ts'
import { simulateProviders } from './simulate-providers.ts'

interface DryRunOptions<Result> {
  queues: ConnectionQueues
  run: (run: Run) => Promise<Result>
}

interface Rehearsal {
  response: unknown
  changes: Change[]
  count: number
  readEffects: (em: EntityManager) => Promise<Effects>
}

/** Runs a mutation and rolls it back. Returns its response and the rows that it would change. */
export function runDryRun<Result extends ProcedureResult>(
  { ctx, path }: ProcedureCall,
  { queues, run }: DryRunOptions<Result>,
): Promise<Result | SavedResult> {
  const { providers: directProviders, calls } = simulateProviders(ctx.services.directProviders)
  const hideFromKey = idMaskFor(ctx, resourceNameOf(path)) ?? ((data: DryRun<unknown>) => data)
  const services = { ...ctx.services, directProviders }
  const rehearse = async (em: EntityManager, providers: Providers): Promise<Rehearsal | { failure: Result }> => {
    await watchChanges(em, { id: newId('audit') })
    const result = await run({ em, services, providers, saveResponse: noopResponseSaver })
    if (!result.ok) return { failure: result }
    await em.flush()
    const { changes, count } = await readChanges(em)
    return { response: result.data, changes, count, readEffects: await watchEffects(em, changes) }
  }
  return retryWithProviderAnswers<Result | SavedResult>(directProviders, (providers) => {
    const em = ctx.response.budget.countReadsOf(ConfinedEntityManager.of(ctx.services.orm.em))
    setConnectionQueues(em, { ...queues, runTransaction: oneAtATime() })
    return queues.runTransaction(async () => {
      const rehearsal = await runAndRollBack(em, () => rehearse(em, providers))
      if ('failure' in rehearsal) return rehearsal.failure
      const { response, changes, count, readEffects } = rehearsal
      const { carts, ...effects } = await readEffects(em)
      const data: DryRun<unknown> = {
        dry_run: true,
        response,
        changes: withoutHiddenChanges(ctx, changes),
        change_count: count,
        effects: { ...effects, carts: mayRead(ctx, 'statistics') ? carts : [] },
        simulated_calls: calls(),
      }
      return { ok: true, data: hideFromKey(data), marker } as const
    })
  })
}

async function runAndRollBack<Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> {
  await em.begin()
  try {
    return await untilRequestEnds(em, work)
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
