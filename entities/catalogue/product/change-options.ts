import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { lockProductAndVariants } from './find-product.ts'
import { ProductOption } from './product-option.ts'
import { ProductOptionValue } from './product-option-value.ts'

const DEFAULT_OPTION_VALUE = 'Default Value'

export async function addOption(em: EntityManager, productId: string, title: string): Promise<void> {
  const product = await lockProductAndVariants(em, productId)
  product.assertUniqueOptionTitle(title)
  const option = em.create(ProductOption, { title, product_id: product.id })
  for (const variant of product.variants)
    em.create(ProductOptionValue, { value: DEFAULT_OPTION_VALUE, option_id: option.id, variant_id: variant.id })
  await announce(em, 'product.updated', { id: productId })
}

export async function renameOption(
  em: EntityManager,
  { id, option_id, title }: { id: string; option_id: string; title: string },
): Promise<void> {
  const product = await lockProductAndVariants(em, id)
  const option = product.optionOrThrow(option_id)
  product.assertUniqueOptionTitle(title, option)
  option.title = title
  await announce(em, 'product.updated', { id })
}

export async function deleteOption(em: EntityManager, productId: string, optionId: string): Promise<void> {
  const product = await lockProductAndVariants(em, productId)
  const option = product.options.getItems().find((option) => option.id === optionId)
  if (!option) return
  product.assertOptionDeletable(option)
  const deleted_at = now()
  await em.nativeUpdate(ProductOptionValue, { option_id: optionId }, { deleted_at })
  await em.nativeUpdate(ProductOption, { id: optionId }, { deleted_at })
  await announce(em, 'product.updated', { id: productId })
}
