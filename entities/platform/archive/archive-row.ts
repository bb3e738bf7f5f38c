import { batch, type Executor, statement } from '#database/statement.ts'
import { RESTORABLE_DAYS } from './restorable-days.ts'

export const ARCHIVED = [
  'product_category',
  'price_list',
  'customer_group',
  'region',
  'tax_rate',
  'stock_location',
  'carrier',
  'import_mapping',
  'draft_order',
] as const
export type Archived = (typeof ARCHIVED)[number]

/** The tables whose rows a deletion removes with the row, and their column with its ID. */
export const LINKS: Readonly<Record<Archived, Readonly<Record<string, string>>>> = {
  product_category: { product_category_product: 'product_category_id', translation: 'row_id' },
  price_list: { money_amount: 'price_list_id', price_list_customer_groups: 'price_list_id' },
  customer_group: {
    customer_group_customers: 'customer_group_id',
    price_list_customer_groups: 'customer_group_id',
    discount_condition_customer_group: 'customer_group_id',
  },
  region: { country: 'region_id' },
  tax_rate: { product_tax_rate: 'rate_id', product_type_tax_rate: 'rate_id', shipping_tax_rate: 'rate_id' },
  stock_location: { sales_channel_location: 'location_id' },
  carrier: {},
  import_mapping: {},
  draft_order: {},
}

/**
 * Stores a row with its links, so that `restoreArchivedRow` can bring it back for 30 days. Call it before the deletion, under its
 * locks.
 */
export async function archiveRow(em: Executor, resource: Archived, id: string): Promise<void> {
  await batch(em, forgetArchive.with(id), ...statements[resource].map((one) => one.with(id)))
}

/** Deletes the archive of a row. */
export const forgetArchive = statement<object, [id: string]>('delete from deleted_row where id = $1')

const storeParts = (table: string, column: string) =>
  statement<object, [id: string]>(`
    with parts as materialized (select to_jsonb(r) as content from ${table} r where r.${column} = $1)
    insert into deleted_row_part (deleted_row_id, table_name, content) select $1, '${table}', content from parts`)

const titleOf = (resource: Archived) => (resource === 'draft_order' ? `'#' || display_id` : 'name')

const statementsOf = (resource: Archived) => [
  statement<object, [id: string]>(`
    with deleted as materialized (select id, ${titleOf(resource)} as title from ${resource} where id = $1)
    insert into deleted_row (id, resource, title) select id, '${resource}', title from deleted`),
  storeParts(resource, 'id'),
  ...Object.entries(LINKS[resource]).map(([table, column]) => storeParts(table, column)),
]

const statements = Object.fromEntries(ARCHIVED.map((resource) => [resource, statementsOf(resource)])) as Record<
  Archived,
  ReturnType<typeof statementsOf>
>

export const deleteOldArchives = statement(
  `delete from deleted_row where deleted_at < now() - interval '${RESTORABLE_DAYS} days'`,
)
