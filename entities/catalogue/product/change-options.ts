import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { defer } from '#database/statement.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import { type LockedVariants, lockVariants } from './locked-variants.ts'
import { ProductOption } from './product-option.ts'

const DEFAULT_OPTION_VALUE = 'Default Value'

export async function addOption(em: EntityManager, product_id: string, title: string): Promise<void> {
  const product = await lockVariants(em, product_id)
  product.assertUniqueOptionTitle(title)
  const option = insertRow(em, ProductOption, { title, product_id })
  product.options.push(option)
  for (const variant of product.variants)
    product.choose(variant, [{ option_id: option.id, value: DEFAULT_OPTION_VALUE }])
  await announce(em, 'product.updated', { id: product_id })
}

export async function renameOption(
  em: EntityManager,
  { id, option_id, title }: { id: string; option_id: string; title: string },
): Promise<void> {
  const product = await lockVariants(em, id)
  const option = product.optionOrThrow(option_id)
  product.assertUniqueOptionTitle(title, option)
  option.title = title
  await announce(em, 'product.updated', { id })
}

export async function deleteOption(em: EntityManager, product_id: string, option_id: string): Promise<void> {
  const product = await lockVariants(em, product_id)
  const option = product.options.find(({ id }) => id === option_id)
  if (!option) return
  product.assertOptionDeletable(option)
  await removeOptions(em, product, [option_id])
  await announce(em, 'product.updated', { id: product_id })
}

/** Does not check whether the variants are still different. @throws NotFound */
export async function removeOptions(em: EntityManager, product: LockedVariants, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const deleted_at = now()
    product.removeOption(id).deleted_at = deleted_at
    await defer(em, deleteValues.with(id, deleted_at))
  }
}

/** Also the values of deleted variants. */
const deleteValues = query((db, option_id: string, deleted_at: Date) =>
  db
    .updateTable('product_option_value')
    .set({ deleted_at })
    .where('option_id', '=', option_id)
    .where('deleted_at', 'is', null),
)
