import type { EntityManager } from '@mikro-orm/postgresql'
import { anyOf } from '#database/query.ts'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'

/** @throws NotFound if a reason does not exist. InvalidData if a reason has children. */
export async function assertUsableReasons(
  em: EntityManager,
  items: readonly { reason_id?: string | null | undefined }[],
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ reason_id }) => reason_id ?? []))]
  if (ids.length === 0) return
  const reasons = await selectReasonsAndChildren(em, ids)
  const knownIds = new Set(reasons.map(({ id }) => id))
  const unknownId = ids.find((id) => !knownIds.has(id))
  if (unknownId) throw new NotFound(`Return_reason with reason_id ${unknownId} does not exist.`)
  if (reasons.some(({ parent_return_reason_id: parent }) => parent && ids.includes(parent)))
    throw new InvalidData('Cannot apply return reason category').because({ name: 'return_reason_is_category' })
}

const selectReasonsAndChildren = query((db, ids: readonly string[]) =>
  db
    .selectFrom('return_reason')
    .select(['id', 'parent_return_reason_id'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('id', '=', anyOf(ids)), eb('parent_return_reason_id', '=', anyOf(ids))])),
)
