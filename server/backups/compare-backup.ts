import type { Client } from 'pg'

const TABLES = ['order', 'customer', 'product', 'payment'] as const
type Table = (typeof TABLES)[number]

export interface ShopFacts {
  store_id: string
  /** The time of the last change that the database recorded. */
  changed_at: Date | null
  newest_order: Date | null
}

export const missingTables = async (client: Client): Promise<string[]> => {
  const needed = [...TABLES, 'store', 'cart', 'event', 'schema_migration']
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name where to_regclass(quote_ident(name)) is null`,
    [needed],
  )
  return rows.map(({ name }) => name)
}

export async function readFacts(client: Client): Promise<ShopFacts | undefined> {
  const { rows } = await client.query<ShopFacts>(`
    select store.id as store_id, orders.newest as newest_order,
      greatest(orders.newest, (select max(updated_at) from cart), (select max(created_at) from event)) as changed_at
    from store, (select max(created_at) as newest from "order") orders`)
  return rows[0]
}

export type RowCounts = Record<Table, { all: number; before: number }>

/** Counts all rows, and those before the time. */
export async function countRows(client: Client, before: Date): Promise<RowCounts> {
  const sql = TABLES.map(
    (name) =>
      `select '${name}' as name, count(*)::int as all, (count(*) filter (where created_at <= $1))::int as before from "${name}"`,
  )
  const { rows } = await client.query<{ name: Table; all: number; before: number }>(sql.join(' union all '), [before])
  return Object.fromEntries(rows.map(({ name, all, before }) => [name, { all, before }])) as RowCounts
}

/** Returns a line for each table whose older rows the backup lacks. */
export function lackingRows(backup: RowCounts, live: RowCounts, before: Date): string[] {
  return TABLES.flatMap((name) => {
    const lacking = live[name].before - backup[name].before
    return lacking > 0
      ? [`The backup lacks ${lacking} of the ${live[name].before} rows of ${name} from before ${before.toISOString()}.`]
      : []
  })
}
