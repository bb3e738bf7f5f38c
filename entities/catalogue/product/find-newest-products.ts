import { type Executor, statement } from '#database/statement.ts'
import { storedCountSql } from '#entities/platform/row-count/row-count.ts'
import { FIRST_ROWS, type Span } from './first-rows.ts'

/** Returns the ids of a page among the first rows, newest product first, and the number of all products. */
export async function findNewestProducts(
  em: Executor,
  { limit, offset }: Span,
): Promise<{ keys: string[]; count: number }> {
  const [found] = await selectPage(em, limit, offset)
  return found ?? { keys: [], count: 0 }
}

const selectPage = statement<{ keys: string[]; count: number }>(`
  select
    array(
      select id from (
        select id from product where deleted_at is null order by created_at desc, id desc limit ${FIRST_ROWS}
      ) newest limit $1 offset $2
    ) as keys,
    (${storedCountSql("'product'")})::integer as count`)
