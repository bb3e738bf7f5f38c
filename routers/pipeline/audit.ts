import type { EntityManager, Transaction } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import { connectionQueuesOf, setConnectionQueues } from '#database/connection-queues.ts'
import { finishWork } from '#database/last-work.ts'
import type { User } from '#entities/people/user/user.ts'
import {
  type AuditEntry,
  recordChanges,
  recordChangesIfAny,
  watchChanges,
} from '#entities/platform/audit/record-changes.ts'
import { newId } from '#entities/values/id.ts'
import type { ProcedureContext } from '../context/context.ts'
import { adminProcedureName, type ProcedureMeta } from '../context/meta.ts'

type UserContext = ProcedureContext & { user: User }

/**
 * Writes the changes of a mutation to the audit log, in the transaction of the mutation. If a mutation with several
 * transactions fails, the audit log contains the committed changes.
 */
export const auditMutations = experimental_standaloneMiddleware<{ ctx: UserContext; meta: ProcedureMeta }>().create(
  async ({ ctx, type, path, meta, getRawInput, next }) => {
    if (type !== 'mutation' || ctx.request.isDryRun || ctx.outer?.isDryRun) return next({ ctx: { em: ctx.em } })
    const entry = { ...auditEntryOf(ctx, path), resource_ids: pathIds(meta, await getRawInput()) }
    const { manualTransactions } = meta ?? {}
    if (!manualTransactions) await watchChanges(ctx.em, entry)
    const em = manualTransactions ? forkAuditedEntityManager(ctx.em, entry) : ctx.em
    const result = await next({ ctx: { em } })
    if (!result.ok) return result
    await em.flush()
    await finishWork(em)
    await recordChanges(em, entry)
    return result
  },
)

function auditEntryOf(
  { user, user_authenticated_by, api_key, plugin, request }: UserContext,
  path: string,
): Omit<AuditEntry, 'resource_ids'> {
  const name = adminProcedureName(path)
  return {
    id: newId('audit'),
    user_id: plugin ? null : user.id,
    plugin: plugin ?? null,
    authenticated_by: user_authenticated_by ?? 'session',
    api_key_id: plugin ? null : (api_key?.id ?? null),
    procedure: `admin.${name}`,
    resource_type: resourceTypeOf(name),
    request_id: request.id,
    ip: request.ip,
    idempotency_key: request.idempotencyKey ?? null,
  }
}

/** Returns the name of the resource in REST paths, such as `draft-orders` for `draftOrders.create`. */
export const resourceTypeOf = (name: string): string =>
  name.replace(/\..*/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function pathIds(meta: ProcedureMeta | undefined, input: unknown): string[] {
  const names = Array.from(meta?.openapi?.path.matchAll(/\{(\w+)\}/g) ?? [], ([, name]) => name as string)
  const values = names.map((name) => (input as Record<string, unknown> | undefined)?.[name])
  return values.filter((value) => typeof value === 'string')
}

function forkAuditedEntityManager(em: EntityManager, entry: AuditEntry): EntityManager {
  const fork = setConnectionQueues(em.fork({ freshEventManager: true }), connectionQueuesOf(em))
  fork.getEventManager().registerSubscriber({
    // `em` has no transaction before this event.
    afterTransactionStart: ({ em, transaction }) =>
      watchChanges(transactionHandle(em as EntityManager, transaction), entry),
    beforeTransactionCommit: ({ em }) => recordChangesIfAny(em as EntityManager, entry),
  })
  return fork
}

const transactionHandle = (em: EntityManager, transaction: Transaction | undefined) => ({
  getTransactionContext: <T>() => transaction as T,
  getConnection: () => em.getConnection(),
  getMetadata: () => em.getMetadata(),
})
