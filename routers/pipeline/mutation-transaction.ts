import type { EntityManager } from '@mikro-orm/postgresql'
import { defer, statement } from '#database/statement.ts'
import { untilRequestEnds } from '#database/transaction.ts'
import type { ProcedureResponse, ProcedureResult } from '../context/context.ts'

interface TransactionOptions extends ProcedureResponse {
  commitsAsync: () => boolean
}

/** Commits if `run` succeeds, and rolls back otherwise. Serializes the response during the commit. */
export async function runInTransaction<Result extends ProcedureResult>(
  em: EntityManager,
  run: () => Promise<Result>,
  { serialize, commitsAsync }: TransactionOptions,
): Promise<Result> {
  await em.begin()
  try {
    const result = await untilRequestEnds(em, run)
    if (result.ok && commitsAsync()) await defer(em, asyncCommitStatement)
    if (!result.ok) await em.rollback()
    else if (serialize) await Promise.all([em.commit(), runAfterPendingIo(() => serialize(result.data))])
    else await em.commit()
    return result
  } catch (error) {
    await em.rollback()
    throw error
  }
}

const asyncCommitStatement = statement('set local synchronous_commit = off').with()

/**
 * Runs the work after the commit is sent. Ignores errors, because the server repeats the work later and then reports
 * them.
 */
async function runAfterPendingIo(work: () => unknown): Promise<void> {
  await new Promise(setImmediate)
  try {
    work()
  } catch {}
}
