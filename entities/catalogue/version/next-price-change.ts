import { fromJson } from '#database/json-rows.ts'
import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'

/** Returns the first time, not before `from`, at which an active price list begins or ends. Null if there is none. */
export async function findNextPriceChange(em: Executor, from: Date): Promise<Date | null> {
  const [row] = await selectNextChange(em, from)
  return fromJson<NextChange | undefined>(row)?.next_at ?? null
}

interface NextChange {
  next_at: Date | null
}

const selectNextChange = statement<NextChange>(`
  select min(at) as next_at from price_list, unnest(array[starts_at, ends_at]) at
  where at >= $1 and deleted_at is null and status = 'active'`)
