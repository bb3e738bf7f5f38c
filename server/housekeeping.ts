import type { MikroORM } from '@mikro-orm/postgresql'
import { statement } from '#entities/statement.ts'

const HOUR = 60 * 60 * 1000

/** Every hour forgets the sessions that have ended and the idempotency keys of the day before yesterday. */
export function keepHouse(orm: MikroORM, onError: (error: unknown) => void): Disposable {
  const timer = setInterval(() => tidyUp(orm).catch(onError), HOUR)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Safe to run at any time and from several servers at once. */
export async function tidyUp(orm: MikroORM): Promise<void> {
  const em = orm.em.fork()
  await dropSessions(em)
  await dropKeys(em)
}

const dropSessions = statement('delete from session where expires_at < now()')
const dropKeys = statement(`delete from idempotency_key where created_at < now() - interval '48 hours'`)
