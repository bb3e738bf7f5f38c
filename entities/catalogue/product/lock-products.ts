import { type Executor, statement } from '#database/statement.ts'

/** Locks the products in the order of their ids. Returns the ids that no product has. */
export async function lockProducts(em: Executor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const known = new Set((await lock(em, ids)).map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

const lock = statement<{ id: string }, [ids: readonly string[]]>(
  'select id from product where deleted_at is null and id = any($1::text[]) order by id for no key update',
)
