import { type Executor, statement } from '#database/statement.ts'

/** Locks the products in the order of their ids. Returns the ids that no product has. */
export async function lockProducts(em: Executor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Set((await lock(em, ids)).map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/** Locks the products in the order of their ids. */
export const lockProductsOfCategory = statement<{ id: string }, [categoryId: string]>(`
  select id from product where id in (select product_id from product_category_product where product_category_id = $1)
  order by id for no key update`)

const lock = statement<{ id: string }, [ids: readonly string[]]>(
  'select id from product where deleted_at is null and id = any($1::text[]) order by id for no key update',
)
