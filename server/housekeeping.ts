import type { MikroORM } from '@mikro-orm/postgresql'
import { reconcilePayments } from '#entities/payment/reconcile-payments.ts'
import { statement } from '#entities/statement.ts'
import { installedProviders } from '#server/providers/installed.ts'

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/**
 * Every hour settles the payments of which nobody knows what became, and forgets the sessions that have ended and the
 * idempotency keys of the day before yesterday.
 */
export function keepHouse(orm: MikroORM, onError: (error: unknown) => void): Disposable {
  const timer = setInterval(() => tidyUp(orm).catch(onError), HOUR)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Safe to run at any time and from several servers at once. */
export async function tidyUp(orm: MikroORM): Promise<void> {
  const em = orm.em.fork()
  await reconcilePayments(em, installedProviders.payment, { before: new Date(Date.now() - 15 * MINUTE) })
  await dropSessions(em)
  await dropKeys(em)
}

const dropSessions = statement('delete from session where expires_at < now()')
const dropKeys = statement(`delete from idempotency_key where created_at < now() - interval '48 hours'`)
