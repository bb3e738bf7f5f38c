import { tracked } from '@trpc/server'
import { z } from 'zod'
import { DomainError } from '#entities/errors.ts'
import type { User } from '#entities/people/user/user.ts'
import { RESOURCE_OF_TABLE } from '#entities/platform/audit/audited-tables.ts'
import type { Change, StoredChange } from '#entities/platform/change/change.ts'
import { toTrpcError } from '../errors/errors.ts'
import { hiddenIdTest } from '../pipeline/hidden-ids.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { mayRead, readsEverything, type Viewer } from '../reading/reach.ts'

/** `missed` means that changes are not in the list, so the client must read its data again. */
export interface ShownChanges {
  missed: boolean
  changes: Change[]
}

/** A caller without news is checked after this number of batches. */
const BATCHES_PER_CHECK = 5

type Watcher = Viewer & { user: User }

export const changes = router({
  /**
   * Yields the changes of the shop about once a second, until the caller loses access. The first batch is empty, or
   * has the changes since `lastEventId`. Only tRPC has this subscription.
   */
  watch: adminProcedure
    .input(z.strictObject({ lastEventId: z.string().optional() }).prefault({}))
    .subscription(async function* ({ ctx, input, signal = new AbortController().signal }) {
      let count = 0
      try {
        const caller = ctx.api_key?.id ?? ctx.user.id
        const watching = { caller, position: input.lastEventId, signal }
        for await (const batch of ctx.services.liveChanges.watch(watching)) {
          const isNews = batch.missed || batch.changes.length > 0
          const isCheck = isNews || count % BATCHES_PER_CHECK === BATCHES_PER_CHECK - 1
          const watcher = isCheck ? { ...ctx, ...(await ctx.identifyAgain()) } : ctx
          const shown = batch.changes.flatMap((stored) => shownTo(watcher, stored))
          const data: ShownChanges = { missed: batch.missed, changes: shown }
          if (batch.missed || shown.length > 0 || count === 0) yield tracked(batch.position, data)
          count += 1
        }
      } catch (error) {
        throw error instanceof DomainError ? toTrpcError(error) : error
      }
    }),
})

function shownTo(watcher: Watcher, { change, resource, owner_id }: StoredChange): Change[] {
  if (owner_id !== null && owner_id !== watcher.user.id) return []
  if (readsEverything(watcher)) return [change]
  if (!mayRead(watcher, resource)) return []
  const isReadable = ({ entity }: { entity: string }) =>
    RESOURCE_OF_TABLE[entity] === undefined || mayRead(watcher, RESOURCE_OF_TABLE[entity])
  const by = change.by && { id: change.by.id, name: mayRead(watcher, 'users') ? change.by.name : null }
  const isHidden = hiddenIdTest(watcher)
  const rows = change.rows.filter((row) => isReadable(row) && !isHidden(row.id))
  return [{ ...change, by, rows, ids: change.ids.filter((id) => !isHidden(id)) }]
}
