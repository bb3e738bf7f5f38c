import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'

/** Returns when the next price list begins or ends at or after a time, or null. */
export async function findNextPriceChange(em: Executor, from: Date): Promise<Date | null> {
  const [row] = await selectNextChange(em, from)
  return row?.at ?? null
}

const selectNextChange = statement<{ at: Date | null }>(`
  select min(at) as at from price_list, unnest(array[starts_at, ends_at]) at
  where at >= $1 and deleted_at is null and status = 'active'`)
