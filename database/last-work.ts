import type { EntityManager } from '@mikro-orm/postgresql'

interface LastWork {
  /** Work of a lower place runs first. */
  place: number
  run: () => Promise<void>
}

const works = new WeakMap<object, LastWork[]>()

/** Runs the work in the transaction of `em`, after all other changes. Its locks follow all other locks. */
export function runLast(em: EntityManager, work: LastWork): void {
  const transaction = em.getTransactionContext<object>()
  if (!transaction) throw new Error('There is no transaction')
  works.set(transaction, [...(works.get(transaction) ?? []), work])
}

/** Writes the changes of `em`, and then runs the work of `runLast`. Call it before a commit, and before a response is read. */
export async function finishWork(em: EntityManager): Promise<void> {
  const transaction = em.getTransactionContext<object>()
  const work = transaction && works.get(transaction)
  if (!work) return
  works.delete(transaction)
  await em.flush()
  for (const { run } of work.toSorted((a, b) => a.place - b.place)) await run()
}
