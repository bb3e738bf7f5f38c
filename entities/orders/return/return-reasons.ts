import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { ReturnReason } from './return-reason.ts'

/**
 * A reason that has others below it is a category, and none that can be given.
 * @throws NotFound. InvalidData for a category.
 */
export async function refuseCategories(
  em: EntityManager,
  items: readonly { reason_id?: string | null | undefined }[],
): Promise<void> {
  const ids = [...new Set(items.flatMap(({ reason_id }) => reason_id ?? []))]
  if (ids.length === 0) return
  const found = await em.find(ReturnReason, {
    $or: [{ id: { $in: ids } }, { parent_return_reason_id: { $in: ids } }],
  })
  const known = new Set(found.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown) throw new NotFound(`Return_reason with reason_id ${unknown} does not exist.`)
  if (found.some(({ parent_return_reason_id: parent }) => parent && ids.includes(parent)))
    throw new InvalidData('Cannot apply return reason category')
}
