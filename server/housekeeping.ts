import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#entities/clock.ts'
import { dropEvents, forgetTokens } from '#entities/event/forget-events.ts'
import { reconcilePayments } from '#entities/payment/reconcile-payments.ts'
import { statement } from '#entities/statement.ts'
import { failStranded } from '#entities/webhook/queue-deliveries.ts'
import type { JobContext, Try } from './jobs/job-context.ts'

const MINUTE = 60 * 1000

/**
 * What is done every hour, once for all servers: the payments of which nobody knows what became are settled, and what is
 * over is forgotten. Safe to run at any time, and twice at once.
 */
export async function tidyUp(
  { orm, providers, auditLogDays }: Pick<JobContext, 'orm' | 'providers' | 'auditLogDays'>,
  _: unknown,
  { signal }: Pick<Try, 'signal'>,
): Promise<void> {
  const em = orm.em.fork()
  await forget(em)
  if (auditLogDays) await dropEntries(em, auditLogDays)
  const before = new Date(now().getTime() - 15 * MINUTE)
  await reconcilePayments(em, providers.payment, { before, signal })
}

async function forget(em: EntityManager): Promise<void> {
  await dropSessions(em)
  await dropKeys(em)
  await forgetTokens(em)
  await failStranded(em)
  await dropEvents(em)
}

const dropEntries = statement('delete from audit_log where created_at < now() - make_interval(days => $1::integer)')
const dropSessions = statement('delete from session where expires_at < now()')
const dropKeys = statement(`delete from idempotency_key where created_at < now() - interval '48 hours'`)
