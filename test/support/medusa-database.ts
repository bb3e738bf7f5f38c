import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { SELLER } from '#entities/market/store/store.ts'
import { CARTWRIGHT_TABLES, INVENTORY_TABLES } from '#server/medusa/schema-differences.ts'
import { type ClonedDatabase, databaseUrl, executeSql } from './postgres.ts'

/* Builds a database as Medusa 1.20.11 stores it. The tables equal those of the shop, except for these differences. */

const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  cart: ['payment_attempt_id', 'agreed_gift_card_total'],
  claim_item: ['refund_amount'],
  claim_item_tags: ['claim_item_id', 'claim_tag_id'],
  currency: ['decimal_digits'],
  customer: ['kept_token_hash'],
  gift_card: ['balance_correction'],
  idempotency_key: ['request', 'answer'],
  line_item: ['is_price_fixed', 'tax_rate_id', 'agreed', 'replaced_value'],
  money_amount: ['variant_id'],
  order: ['difference_due'],
  order_edit: ['status'],
  payment: ['capture_asked_at', 'capture_amount', 'payment_collection_id'],
  product: ['profile_id'],
  product_variant: ['taken_quantity'],
  refund: ['status', 'claim_order_id', 'swap_id', 'return_id', 'excess_amount'],
  return_item: ['refund_amount'],
  shipping_method: ['is_free'],
  store: ['inventory_enabled', 'requires_shipping', 'skipped_setup_steps', 'fiscal_year_start_month', ...SELLER],
}

const SOFTLY_DELETED = ['custom_shipping_option', 'order_item_change', 'publishable_api_key_sales_channel']
const SOFTLY_DELETED_STOCK = ['inventory_item', 'inventory_level', 'stock_location']

/** Tables that only Medusa has, as queries of tables of the shop. */
const LINKS: Readonly<Record<string, string>> = {
  claim_item_tags: 'select claim_item_id as item_id, claim_tag_id as tag_id from claim_item_tags',
  payment_collection_payments:
    'select payment_collection_id, id as payment_id from payment where payment_collection_id is not null',
  line_item_tax_line: `
    select id, created_at, updated_at, metadata, rate, name, code, item_id from line_item_tax_line union all
    select 'litl_' || li.id || n, li.created_at, li.updated_at, null, (tax ->> 'rate')::float8, tax ->> 'name', tax ->> 'code', li.id
    from line_item li, jsonb_array_elements(li.agreed -> 'tax_lines') with ordinality agreed(tax, n)
    where not exists (select from line_item_tax_line where item_id = li.id)`,
  product_shipping_profile: 'select profile_id, id as product_id from product',
  product_variant_money_amount: `select 'pvma_' || id as id, id as money_amount_id, variant_id, null as deleted_at from money_amount`,
  staged_job: 'select null::text as id',
}

/** Copies a shop into a database with the schema of Medusa, in which refunds of an order have no payment. */
export async function cloneAsMedusa(shopUrl: string): Promise<ClonedDatabase & { name: string }> {
  const { url: server, template } = inject('postgres')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await executeSql(server, `create database ${name} template template0`)
  const url = databaseUrl(server, name)
  const [from, to] = [new Client({ connectionString: shopUrl }), new Client({ connectionString: url })]
  await Promise.all([from.connect(), to.connect()])
  try {
    const { rows } = await from.query<{ table_name: string; column_name: string; type: string }>(
      `select table_name, column_name, udt_name as type from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name, ordinal_position`,
    )
    const tables = Map.groupBy(rows, ({ table_name }) => table_name)
    const { rows: stores } = await from.query('select from store where inventory_enabled')
    const skippedTables = [...CARTWRIGHT_TABLES, ...(stores.length > 0 ? [] : INVENTORY_TABLES)]
    for (const [table, columns] of tables) {
      if (skippedTables.includes(table) || table in LINKS) continue
      const sharedColumns = columns.filter(({ column_name }) => !OWN_COLUMNS[table]?.includes(column_name))
      const types = sharedColumns.map(
        ({ column_name, type }) => `"${column_name}" ${type === '_text' ? 'text[]' : type}`,
      )
      await to.query(`create table "${table}" (${types.join(', ')})`)
      await copy({ from, to, table, select: `select * from "${table}"` })
    }
    for (const [table, select] of Object.entries(LINKS)) {
      const { fields } = await from.query(`select * from (${select}) linked limit 0`)
      await to.query(`create table "${table}" (${fields.map((field) => `"${field.name}" text`).join(', ')})`)
      await copy({ from, to, table, select })
    }
    const softlyDeleted = [...SOFTLY_DELETED, ...(stores.length > 0 ? SOFTLY_DELETED_STOCK : [])]
    for (const table of softlyDeleted) await to.query(`alter table ${table} add column deleted_at timestamptz`)
    await to.query('update refund set payment_id = null where order_id is not null')
  } finally {
    await Promise.all([from.end(), to.end()])
  }
  return {
    name,
    url,
    [Symbol.asyncDispose]: async () => void (await executeSql(server, `drop database ${name} with (force)`)),
  }
}

async function copy({ from, to, table, select }: { from: Client; to: Client; table: string; select: string }) {
  const { rows } = await from.query<{ row: string }>(`select to_jsonb(found)::text as row from (${select}) found`)
  const all = `[${rows.map(({ row }) => row).join(',')}]`
  await to.query(`insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1::jsonb)`, [all])
}
