import { type Executor, statement } from '#database/statement.ts'
import { storedCountSql } from '#entities/platform/row-count/row-count.ts'

const FIRST_ROWS = 200

interface Span {
  limit: number
  offset: number
}

/** Whether `findNewestProducts` can read the page. */
export const isAmongNewest = ({ limit, offset }: Span): boolean => offset + limit <= FIRST_ROWS

/** Returns the ids of a page, newest product first, and the number of all products. */
export async function findNewestProducts(
  em: Executor,
  { limit, offset }: Span,
): Promise<{ keys: string[]; count: number }> {
  const [found] = await selectPage(em, limit, offset)
  return found ?? { keys: [], count: 0 }
}

// For a limit in a parameter, PostgreSQL plans to read a tenth of the rows. A literal limit gets the plan for few rows.
const selectPage = statement<{ keys: string[]; count: number }>(`
  select
    array(
      select id from (
        select id from product where deleted_at is null order by created_at desc, id desc limit ${FIRST_ROWS}
      ) newest limit $1 offset $2
    ) as keys,
    (${storedCountSql("'product'")})::integer as count`)
