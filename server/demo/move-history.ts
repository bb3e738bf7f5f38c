import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { REBUILD_SALES_SQL } from '#entities/statistics/stored-sales.ts'

/** A time in which the demo shop worked, and the past time that it represents. */
export interface Chapter {
  began: Date
  ended: Date
  /** Length of the past time, in milliseconds. */
  pastLength: number
  pastStart: Date
}

/**
 * Moves all times of the shop until the end of the last chapter into the past. The order of the times stays the same,
 * so every rule that compares times still holds. The chapters must be in the order of their times.
 */
export async function moveHistory(orm: MikroORM, chapters: readonly Chapter[]): Promise<void> {
  await inTransaction(orm.em, async (em) => {
    await em.execute(functionOf(chapters))
    for (const { table, assignments } of await findTimes(em)) await em.execute(`update ${table} set ${assignments}`)
    await em.execute('drop function moved_time(timestamptz)')
    await em.execute(REBUILD_SALES_SQL)
  })
}

interface TableTimes {
  table: string
  assignments: string
}

const findTimes = (em: EntityManager): Promise<TableTimes[]> =>
  em.execute(`
    select c.oid::regclass::text as table,
      string_agg(format('%1$I = moved_time(%1$I)', a.attname), ', ' order by a.attnum) as assignments
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid = 'timestamptz'::regtype and c.relname <> all('{schema_migration,currency,country,session,sale,variant_sale,quarter_hour_sale}')
    group by c.oid order by 1`)

/** Times before the first chapter keep their distance to it. Times after the last chapter do not change. */
function functionOf(chapters: readonly Chapter[]): string {
  const [first] = chapters
  const last = chapters.at(-1)
  if (!first || !last) throw new Error('A history needs a chapter')
  const times = (dates: readonly Date[]) => `'{${dates.map((date) => date.toISOString()).join(',')}}'::timestamptz[]`
  const began = times(chapters.map((chapter) => chapter.began))
  const past = times(chapters.map(({ pastStart }) => pastStart))
  const factors = chapters.map(({ began, ended, pastLength }) => pastLength / Math.max(1, +ended - +began))
  return `
    create function moved_time(at timestamptz) returns timestamptz language sql immutable as $$
      select case
        when at > '${last.ended.toISOString()}' then at
        when at < '${first.began.toISOString()}' then at - interval '${+first.began - +first.pastStart} milliseconds'
        else (select (${past})[place] + (at - (${began})[place]) * ('{${factors.join(',')}}'::float8[])[place]
          from width_bucket(at, ${began}) as place)
      end
    $$`
}
