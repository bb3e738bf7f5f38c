import { runAsPart } from '#database/last-work.ts'
import { NotAllowed } from '#entities/errors.ts'
import { pauseWatching } from '#entities/platform/audit/record-changes.ts'
import type { OuterCall, ProcedureCall, ProcedureResult, Run } from '../context/context.ts'
import { failedResult, noopResponseSaver, runIdempotently, type SavedResult } from './idempotent-mutation.ts'

/**
 * Runs a call in code inside of the transaction of another call. A call that fails is rolled back, and the other call can
 * continue. The other call runs its effects and enters the queues.
 */
export async function runInside<Result extends ProcedureResult>(
  outer: OuterCall,
  { type, ...call }: ProcedureCall & { type: string },
  run: (one: Run) => Promise<Result>,
): Promise<Result | SavedResult | ReturnType<typeof failedResult>> {
  const { services } = call.ctx
  const runWith = (em: Run['em'], saveResponse = noopResponseSaver) =>
    run({ em, saveResponse, services, providers: outer.providers })
  if (type === 'mutation') assertFits(outer, call)
  try {
    return await runAsPart(outer.em, async (em) => {
      if (type !== 'mutation') return runWith(em)
      // The entry of the outer call has the changes of the store. A dry run collects the changes of all its calls.
      const hasEntry = call.meta?.access === 'admin' && !outer.isDryRun
      const resume = hasEntry ? await pauseWatching(em) : undefined
      const result = await runIdempotently(em, call, (saveResponse) => runWith(em, saveResponse))
      if (!result.ok) throw result.error
      await em.flush()
      await resume?.()
      return result
    })
  } catch (cause) {
    return failedResult(cause)
  }
}

/** @throws Error or NotAllowed if the call cannot share a transaction. */
function assertFits({ isDryRun }: OuterCall, { path, meta }: Pick<ProcedureCall, 'path' | 'meta'>): void {
  if (meta?.manualTransactions)
    throw new Error(
      `${path} uses several transactions, because it can call a payment provider or read a password. Call it in a job or in an event handler with shop.as(…), or in a route with \`transaction: false\`.`,
    )
  if (isDryRun && meta?.noDryRun) throw new NotAllowed(`A dry run is not possible. ${meta.noDryRun}`)
}
