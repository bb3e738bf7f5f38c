import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { lockCategoryTree } from '#entities/catalogue/category/find-category.ts'
import { placeCategory } from '#entities/catalogue/category/place-category.ts'

/** Locks the tree and the products in the order of a deletion. */
export async function lockProductsOfArchive(em: EntityManager, id: string): Promise<void> {
  await lockCategoryTree(em)
  await lockProducts(em, id)
}

/** Gives the restored category its rank among the siblings of today, and the path of its parent. */
export async function placeRestoredCategory(em: EntityManager, id: string): Promise<void> {
  const [category] = await selectPlace(em, id)
  if (!category) return
  const { rank, mpath } = await placeCategory(em, { id }, category)
  await setPlace(em, id, rank, mpath)
}

const lockProducts = statement<object, [id: string]>(`
  select from product where id in (
    select content ->> 'product_id' from deleted_row_part where deleted_row_id = $1 and table_name = 'product_category_product')
  order by id for no key update`)

const selectPlace = statement<{ parent_category_id: string | null; rank: number }, [id: string]>(
  'select parent_category_id, rank from product_category where id = $1',
)

const setPlace = statement<object, [id: string, rank: number, mpath: string]>(
  'update product_category set rank = $2, mpath = $3 where id = $1',
)
