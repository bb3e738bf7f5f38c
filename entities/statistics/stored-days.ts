import { type Executor, statement } from '#database/statement.ts'

/**
 * A period as the days whose sums are stored, and the hours before and after them. Only a period in another time zone has such
 * hours. Times are texts of PostgreSQL.
 */
export interface StoredDays {
  /** Of the stored days. */
  zone: string
  /** Dates. `first` is after `last` if no stored day is in the period. */
  first: string
  last: string
  /** The period is from `start` to before `finish`, and its stored days from `days_start` to before `days_finish`. */
  start: string
  days_start: string
  days_finish: string
  finish: string
}

/** `from` and `to` are dates in the time zone. `to` is included. */
export async function readStoredDays(em: Executor, from: string, to: string, timeZone: string): Promise<StoredDays> {
  const [days] = await selectStoredDays(em, from, to, timeZone)
  return days as StoredDays
}

/** The names `$1` to `$7` of the values in statements that read sums of stored days. */
export const valuesOfDays = ({ zone, first, last, start, days_start, days_finish, finish }: StoredDays) =>
  [zone, first, last, start, days_start, days_finish, finish] as const

export type StoredDaysValues = ReturnType<typeof valuesOfDays>

/** If the time zone of the stored days changed since `readStoredDays`, all hours are outside of stored days. */
export const STORED_DAYS_SQL = `
  stored as (
    select exists (select from sales_calendar where time_zone = $1) as is_valid, $2::date as first, $3::date as last,
      $5::timestamptz as start, $6::timestamptz as finish),
  outside as (
    select $4::timestamptz as start, case when is_valid then $5::timestamptz else $7::timestamptz end as finish from stored
    union all select $6::timestamptz, $7::timestamptz from stored where is_valid)`

/** Selects the rows of a table with sums of days, and the rows that are not in these sums yet. */
export const ofStoredDaysSql = (columns: string, table: string) => `
  select ${columns} from ${table}
  where (select is_valid from stored) and day between (select first from stored) and (select last from stored)`

export const ofStoredTimesSql = (columns: string, table: string, at: string) => `
  select ${columns} from ${table}
  where (select is_valid from stored) and ${at} >= (select start from stored) and ${at} < (select finish from stored)`

export const ofOutsideSql = (columns: string, table: string, at: string) => `
  select ${columns} from outside, lateral (
    select * from ${table} where ${at} >= outside.start and ${at} < outside.finish offset 0) row`

const selectStoredDays = statement<StoredDays, [from: string, to: string, timeZone: string]>(`
  with period as (
    select time_zone as zone, day_start($1::date, $3) as start, day_start($2::date + 1, $3) as finish from sales_calendar),
  days as (
    select *, first_day + (day_start(first_day, zone) < start)::int as first, last_day - 1 as last
    from (select *, (start at time zone zone)::date as first_day, (finish at time zone zone)::date as last_day from period) p)
  select zone, first::text, last::text, start::text, finish::text,
    case when first > last then finish else day_start(first, zone) end::text as days_start,
    case when first > last then finish else day_start(last + 1, zone) end::text as days_finish
  from days`)
