import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import {
  type FaultSummary,
  type FoundFault,
  MAX_REPORTED_FAULTS,
  summarizeFaults,
} from '#entities/platform/batch-job/line-faults.ts'
import type { StagedOrder } from './read-orders.ts'

/* The temporary table `old_order` has the orders of the file until the end of the transaction. */

export const createOrderTable = statement(`
  create temporary table old_order on commit drop as
  select p.*, 0 as line, 0 as sheet_row, '' as placed_text, '' as canceled_text, '' as paid_text from past_order p with no data`)

/** `time_zone` is the zone of times without an offset. */
export const stageOrders = async (em: EntityManager, rows: readonly StagedOrder[], time_zone: string): Promise<void> =>
  void (await insertOrders(em, JSON.stringify(rows), time_zone))

const timeSql = (text: string) => `case when ${text} ~ '(Z|[+-]\\d\\d:\\d\\d)$' then ${text}::timestamptz
  else ${text}::timestamp at time zone $2 end`

const isoSql = (time: string) => `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const insertOrders = statement(`
  insert into old_order
  select (jsonb_populate_record(r, jsonb_build_object(
    'placed_at', ${timeSql('r.placed_text')}, 'canceled_at', ${timeSql('r.canceled_text')},
    'details', r.details || jsonb_build_object('paid_at', ${isoSql(timeSql('r.paid_text'))})))).*
  from jsonb_populate_recordset(null::old_order, $1::jsonb) r`)

/** These columns have the values of the file. */
export const FILE_COLUMNS = [
  ...['email', 'buyer_name', 'placed_at', 'canceled_at', 'status', 'old_status', 'currency_code', 'subtotal'],
  ...['discount_total', 'shipping_total', 'tax_total', 'total', 'refunded_total', 'items'],
  ...['billing_address', 'shipping_address', 'details'],
]

const tuple = (table: string) => `(${FILE_COLUMNS.map((column) => `${table}.${column}`).join(', ')})`
/** Whether the stored order `p` differs from a row of the file. */
export const isChangedSql = (row: string): string => `${tuple('p')} is distinct from ${tuple(row)}`

export const analyzeOrders = statement('analyze old_order')

export const countOrders = statement<{ all: number; created: number; updated: number; open: number }>(`
  select count(*)::int as all, count(*) filter (where p.id is null)::int as created,
    count(*) filter (where p.id is not null and ${isChangedSql('o')})::int as updated,
    count(*) filter (where o.status = 'open')::int as open
  from old_order o left join past_order p on p.source = o.source and p.number = o.number`)

/** Two shops with the same program have the same numbers for other orders. */
export async function findOtherShops(em: EntityManager): Promise<FaultSummary> {
  return summarizeFaults(await selectOtherShops(em), ({ message }) => message)
}

const selectOtherShops = statement<FoundFault>(`
  select o.line, o.sheet_row, count(*) over ()::integer as total,
    format('The shop has another order %s of this program, of another day', o.number) as message,
    jsonb_build_object('name', 'past_order_of_other_shop', 'number', o.number) as reason
  from old_order o join past_order p on p.source = o.source and p.number = o.number
  where abs(extract(epoch from p.placed_at - o.placed_at)) > 86400 * 2
  order by o.line limit ${MAX_REPORTED_FAULTS}`)
