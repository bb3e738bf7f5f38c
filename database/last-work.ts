import type { EntityManager } from '@mikro-orm/postgresql'
import { withSavepoint } from './statement.ts'

interface LastWork {
  /** Work of a lower place runs first. */
  place: number
  /** Returns whether it has changed rows that earlier work may have read. */
  run: () => Promise<boolean>
}

const works = new WeakMap<object, LastWork[]>()
const parts = new WeakSet<EntityManager>()

/** Runs the work in the transaction of `em`, after all other changes. Its locks follow all other locks. */
export function runLast(em: EntityManager, work: LastWork): void {
  const transaction = em.getTransactionContext<object>()
  if (!transaction) throw new Error('There is no transaction')
  works.set(transaction, [...(works.get(transaction) ?? []), work])
}

/**
 * Writes the changes of `em`, and then runs the work of `runLast`. Call it before a commit, and before a response is read. Returns
 * whether rows that were read before must be read again.
 */
export async function finishWork(em: EntityManager): Promise<boolean> {
  const transaction = em.getTransactionContext<object>()
  const work = transaction && works.get(transaction)
  if (!work || parts.has(em)) return false
  works.delete(transaction)
  await em.flush()
  let isOutdated = false
  for (const { run } of work.toSorted((a, b) => a.place - b.place)) isOutdated = (await run()) || isOutdated
  return isOutdated
}

const latestParts = new WeakMap<EntityManager, Promise<unknown>>()

/**
 * Runs `work` as a part of the transaction of `outer`, with a separate entity manager. If it throws, its changes are rolled back, and
 * the transaction continues. The transaction runs its last work. Parts run one after another, because savepoints cannot overlap.
 */
export function runAsPart<Answer>(outer: EntityManager, work: (em: EntityManager) => Promise<Answer>): Promise<Answer> {
  const part = (latestParts.get(outer) ?? Promise.resolve()).then(() => runPart(outer, work))
  latestParts.set(
    outer,
    part.catch(() => {}),
  )
  return part
}

async function runPart<Answer>(outer: EntityManager, work: (em: EntityManager) => Promise<Answer>): Promise<Answer> {
  await outer.flush()
  const transaction = outer.getTransactionContext<object>()
  const earlier = transaction && works.get(transaction)
  const em = outer.fork({ keepTransactionContext: true })
  parts.add(em)
  try {
    return await withSavepoint(em, async () => {
      const answer = await work(em)
      await em.flush()
      return answer
    })
  } catch (error) {
    if (transaction && earlier) works.set(transaction, earlier)
    else if (transaction) works.delete(transaction)
    throw error
  }
}
