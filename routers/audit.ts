import type { EntityManager, Transaction } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import { type Entry, recordChanges, recordChangesIfAny, watchChanges } from '#entities/audit/record-changes.ts'
import { newId } from '#entities/id.ts'
import type { User } from '#entities/user/user.ts'
import type { ProcedureContext } from './context.ts'
import { nameInAdmin, type ProcedureMeta } from './meta.ts'

type UserContext = ProcedureContext & { user: User }

/**
 * Writes into the audit log what a mutation changed, in its transaction: what fails leaves no entry. One that sees to its
 * transactions itself leaves what it committed, even where it fails after that.
 */
export const audited = experimental_standaloneMiddleware<{ ctx: UserContext; meta: ProcedureMeta }>().create(
  async ({ ctx, type, path, meta, getRawInput, next }) => {
    if (type !== 'mutation') return next({ ctx: { em: ctx.em } })
    const entry = { ...entryOf(ctx, path), resource_ids: pathIds(meta, await getRawInput()) }
    const isOwn = meta?.transactions === 'own'
    if (!isOwn) await watchChanges(ctx.em, entry)
    const em = isOwn ? watchedFork(ctx.em, entry) : ctx.em
    const result = await next({ ctx: { em } })
    if (!result.ok) return result
    await em.flush()
    await recordChanges(em, entry)
    return result
  },
)

function entryOf({ user, user_known_by, api_key, request }: UserContext, path: string): Omit<Entry, 'resource_ids'> {
  const name = nameInAdmin(path)
  return {
    id: newId('audit'),
    user_id: user.id,
    authenticated_by: user_known_by ?? 'session',
    api_key_id: api_key?.id ?? null,
    procedure: `admin.${name}`,
    resource_type: name.replace(/\..*/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    request_id: request.id,
    ip: request.ip,
    idempotency_key: request.idempotencyKey ?? null,
  }
}

/** What the path of the request names, whether it came over REST or not. */
function pathIds(meta: ProcedureMeta | undefined, input: unknown): string[] {
  const names = Array.from(meta?.openapi?.path.matchAll(/\{(\w+)\}/g) ?? [], ([, name]) => name as string)
  const values = names.map((name) => (input as Record<string, unknown> | undefined)?.[name])
  return values.filter((value) => typeof value === 'string')
}

/** Another entity manager, each of whose transactions adds to the entry what it changed. */
function watchedFork(em: EntityManager, entry: Entry): EntityManager {
  const fork = em.fork({ freshEventManager: true })
  fork.getEventManager().registerSubscriber({
    // The entity manager learns of its transaction only after this.
    afterTransactionStart: ({ em, transaction }) => watchChanges(within(em as EntityManager, transaction), entry),
    beforeTransactionCommit: ({ em }) => recordChangesIfAny(em as EntityManager, entry),
  })
  return fork
}

const within = (em: EntityManager, transaction: Transaction | undefined) => ({
  getTransactionContext: <T>() => transaction as T,
  getConnection: () => em.getConnection(),
})
