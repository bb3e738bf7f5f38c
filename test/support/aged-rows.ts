import type { EntityData, EntityName, MikroORM } from '@mikro-orm/postgresql'
import { Session } from '#entities/people/session/session.ts'
import { AuditLog } from '#entities/platform/audit/audit-log.ts'
import { Event } from '#entities/platform/event/event.ts'
import { IdempotencyKey } from '#entities/platform/idempotency/idempotency-key.ts'
import { now } from '#entities/values/clock.ts'

export const minutesAgo = (minutes: number): Date => new Date(now().getTime() - minutes * 60_000)
export const hoursAgo = (hours: number): Date => minutesAgo(hours * 60)
export const daysAgo = (days: number): Date => hoursAgo(days * 24)

/** Stores rows whose time the test chooses. Each function takes the columns of its rows. */
export function agedRows(orm: MikroORM) {
  const store =
    <Entity extends object>(entity: EntityName<Entity>, defaults: () => EntityData<NoInfer<Entity>>) =>
    async (...rows: EntityData<Entity>[]): Promise<void> => {
      const em = orm.em.fork()
      for (const row of rows) em.persist(em.create(entity, { ...defaults(), ...row }, { partial: true }))
      await em.flush()
    }
  return {
    /** Default: a session that ends in a minute. */
    sessions: store(Session, () => ({ expires_at: minutesAgo(-1) })),
    idempotencyKeys: store(IdempotencyKey, () => ({ created_at: now(), request: '' })),
    /** Events that have left the outbox. */
    events: store(Event, () => ({ created_at: now(), payload: { id: 'thing_1' } })),
    auditLogEntries: store(AuditLog, () => ({
      ...{
        created_at: now(),
        authenticated_by: 'jwt' as const,
        procedure: 'admin.store.update',
        resource_type: 'store',
      },
      ...{ resource_ids: [], changes: [], change_count: 0, request_id: 'x', ip: '::1' },
    })),
  }
}
