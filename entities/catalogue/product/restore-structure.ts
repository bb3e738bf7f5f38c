import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { addMissingItems } from '#entities/inventory/item/missing-items.ts'
import { earliestRestorable } from '#entities/platform/archive/restorable-days.ts'

interface DeletedParts {
  optionIds: readonly string[]
  variantIds: readonly string[]
}

/**
 * Restores options with the values of the remaining variants, and variants with their prices and values. The caller must have locked
 * the product. @throws NotFound for a row of another product, and after 30 days.
 */
export async function restoreStructure(
  em: EntityManager,
  product_id: string,
  { optionIds, variantIds }: DeletedParts,
): Promise<void> {
  const earliest = earliestRestorable()
  assertAllFound('Option', optionIds, await restoreOptions(em, product_id, optionIds, earliest))
  assertAllFound('Variant', variantIds, await restoreVariants(em, product_id, variantIds, earliest))
  await addMissingItems(em, variantIds)
}

function assertAllFound(kind: string, ids: readonly string[], restored: readonly { id: string }[]): void {
  const missing = ids.find((id) => !restored.some((row) => row.id === id))
  if (missing) throw new NotFound(`${kind} with id: ${missing} cannot be restored`)
}

type Parts = [product_id: string, ids: readonly string[], earliest: Date]

/** All statements of a query see the rows as they were before it. */
const restoreOptions = statement<{ id: string }, Parts>(`
  with deleted as (
    select id, deleted_at from product_option where product_id = $1 and id = any($2::text[]) and deleted_at >= $3
  ), option_values as (
    update product_option_value v set deleted_at = null from deleted d
    where v.option_id = d.id and v.deleted_at = d.deleted_at
      and v.variant_id in (select id from product_variant where product_id = $1 and deleted_at is null)
  )
  update product_option set deleted_at = null, updated_at = now() where id in (select id from deleted) returning id`)

const restoreVariants = statement<{ id: string }, Parts>(`
  with deleted as (
    select id, deleted_at from product_variant where product_id = $1 and id = any($2::text[]) and deleted_at >= $3
  ), prices as (
    update money_amount p set deleted_at = null from deleted d where p.variant_id = d.id and p.deleted_at = d.deleted_at
  ), chosen_values as (
    update product_option_value v set deleted_at = null from deleted d
    where v.variant_id = d.id and v.deleted_at = d.deleted_at
  )
  update product_variant set deleted_at = null, updated_at = now() where id in (select id from deleted) returning id`)
