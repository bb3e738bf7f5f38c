import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { deleteOldChanges } from '#entities/catalogue/import-export/undo/record-import-changes.ts'
import { deleteOldPricePeriods } from '#entities/catalogue/price-period/delete-old-periods.ts'
import { reconcilePayments } from '#entities/checkout/reconcile-payments.ts'
import { storeSoldAmounts } from '#entities/orders/order/store-sold-amounts.ts'
import { storeSwapTaxes } from '#entities/orders/taxes/store-swap-taxes.ts'
import { deleteOldArchives } from '#entities/platform/archive/archive-row.ts'
import { deleteExpiredTokens, deleteOldEvents } from '#entities/platform/event/delete-old-events.ts'
import { deleteReleasedUploads } from '#entities/platform/file/uploads.ts'
import { deleteOldNotices } from '#entities/platform/notice/received-notice.ts'
import { failOrphanedDeliveries } from '#entities/platform/webhook/queue-deliveries.ts'
import { query } from '#entities/query.ts'
import { foldSales } from '#entities/statistics/stored-sales.ts'
import { forgetVisitors } from '#entities/statistics/visits/store-visits.ts'
import { now } from '#entities/values/clock.ts'
import type { JobAttempt, JobContext } from '../plugin/job-context.ts'

const MINUTE = 60 * 1000

/** Several processes can run this function at the same time. */
export async function runHousekeeping(
  { orm, files, providers, auditLogDays }: Pick<JobContext, 'orm' | 'files' | 'providers' | 'auditLogDays'>,
  _: unknown,
  { signal }: Pick<JobAttempt, 'signal'>,
): Promise<void> {
  const em = orm.em.fork()
  await deleteExpiredRows(em)
  await deleteReleasedUploads(em, files)
  await storeSoldAmounts(em, signal)
  await storeSwapTaxes(em, signal)
  if (auditLogDays) await deleteAuditEntries(em, auditLogDays)
  const before = new Date(now().getTime() - 15 * MINUTE)
  await reconcilePayments(em, providers.payment, { before, signal })
}

async function deleteExpiredRows(em: EntityManager): Promise<void> {
  await deleteExpiredSessions(em)
  await deleteIdempotencyKeys(em)
  await deleteExpiredTokens(em)
  await failOrphanedDeliveries(em)
  await deleteOldEvents(em)
  await deleteOldNotices(em)
  await deleteOldPricePeriods(em)
  await deleteOldChanges(em)
  await deleteOldArchives(em)
  await foldSales(em)
  await forgetVisitors(em)
}

const deleteAuditEntries = statement(
  'delete from audit_log where created_at < now() - make_interval(days => $1::integer)',
)
const deleteExpiredSessions = query((db) =>
  db.deleteFrom('session').where('expires_at', '<', (eb) => eb.fn<Date>('now')),
)
const deleteIdempotencyKeys = statement(`delete from idempotency_key where created_at < now() - interval '48 hours'`)
