import type { Client } from 'pg'
import { TAKEN_QUANTITIES_SQL } from '#entities/catalogue/product/taken-quantities.ts'
import { FILL_PRODUCT_SEARCH } from '#entities/catalogue/search/search-products.ts'
import { EVENTS_KEPT_SINCE } from '#entities/invariants/invariant.ts'
import { storeDifferences } from '#entities/orders/order/edited-orders.ts'
import { ACTUAL_ROW_COUNTS_SQL } from '#entities/platform/row-count/row-count.ts'
import { REBUILD_SALES_SQL } from '#entities/statistics/stored-sales.ts'
import { StartError } from '#server/base/start-error.ts'
import { ANALYZE_SQL } from '#server/database/analyze-tables.ts'
import { ENABLE_STATEMENTS } from '#server/database/enable-inventory.ts'
import { decideShipping } from './decide-shipping.ts'
import { INVENTORY_REPAIRS } from './inventory-repairs.ts'
import type { MedusaDatabase } from './medusa-database.ts'
import { keepOwnUsers, mergeDuplicates } from './merge-duplicates.ts'
import { type ChangeNote, recordChanges, runRecorded, writeChanges } from './recorded-changes.ts'
import { findExampleUsers, removeExampleUsers } from './remove-example-users.ts'
import { REPAIRS } from './repairs.ts'
import {
  CARTWRIGHT_TABLES,
  EMPTY_TABLES,
  INVENTORY_TABLES,
  MEDUSA_TABLES,
  REPLACED_TABLES,
  SKIPPED_TABLES,
  TABLE_SELECTS,
  UNNEEDED_COLUMNS,
} from './schema-differences.ts'
import {
  assertNoProblems,
  copyToStaging,
  dropInvalidRows,
  escapeIdentifier,
  fillRequiredColumns,
  violatedConstraints,
} from './staging.ts'

export interface ImportReport {
  rows: ReadonlyMap<string, number>
  notes: readonly ChangeNote[]
  missingProviders: readonly string[]
  unknownTables: readonly string[]
  /** Columns with data that the shop does not have, such as those of a plugin. */
  unknownColumns: readonly { column: string; rows: number }[]
  hasAdministrator: boolean
}

const ADMINISTRATORS = `select from "user" where role = 'admin' and deleted_at is null limit 1`

export interface ImportOptions {
  /** The ids of the installed providers. */
  installed: readonly string[]
  isRehearsal?: boolean
  /** A CSV file for each corrected row, with its values before and after. */
  changesFile?: string | undefined
}

/**
 * Imports the shop with its IDs, numbers and timestamps in one transaction, which locks the tables. A rehearsal
 * rolls the transaction back.
 * @throws StartError if another import is in progress, this shop is not empty, or a row of Medusa violates a constraint of the shop.
 */
export async function importMedusa(
  client: Client,
  medusa: MedusaDatabase,
  { installed, isRehearsal = false, changesFile }: ImportOptions,
): Promise<ImportReport> {
  await client.query('begin')
  try {
    await client.query(NO_TIMEOUTS_SQL)
    await assertNoOtherImport(client)
    await assertEmptyShop(client)
    await assertSameInventory(client, medusa)
    const tables = await tablesToImport(client, medusa)
    const { notes, exampleUsers } = await stageTables(client, medusa, tables)
    if (changesFile) await writeChanges(client, changesFile)
    const rows = await insertStagedTables(client, tables)
    notes.push(await removeExampleUsers(client, exampleUsers))
    await storeDifferences(async (sql) => (await client.query(sql)).rows)
    const missingIds = await findMissingProviders(client, installed)
    const unknownColumns = await findUnknownColumns(client, medusa, tables)
    await client.query('drop schema moving cascade')
    const hasAdministrator = (await client.query(ADMINISTRATORS)).rows.length > 0
    // A rollback does not undo changes of sequences, so they come last and not in a rehearsal.
    for (const sql of isRehearsal ? ['rollback'] : [...SEQUENCE_STATEMENTS, 'commit', ANALYZE_SQL])
      await client.query(sql)
    return {
      rows,
      notes: notes.filter(({ rows }) => rows > 0),
      missingProviders: missingIds,
      unknownTables: findUnknownTables(medusa, tables),
      unknownColumns,
      hasAdministrator,
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const NO_TIMEOUTS_SQL =
  'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** Imports of all shops of the database use the schema `moving`. All versions of the program must use the same number. */
const IMPORT_LOCK = 271_831

/** A second import would wait for the first one, and then find the shop as it was before it. */
async function assertNoOtherImport(client: Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as locked`)
  if (!rows[0]?.locked)
    throw new StartError(
      'Another import into this database, or its rehearsal, is in progress. Start again after its end.',
    )
}

async function assertEmptyShop(client: Client): Promise<void> {
  for (const table of EMPTY_TABLES) {
    const { rows } = await client.query(`select from ${escapeIdentifier(table)} limit 1`)
    if (rows.length > 0)
      throw new StartError(`The table ${table} is not empty. Import into a new database, created with SEED=none.`)
  }
}

/** @throws StartError if this shop has inventory and Medusa does not, because no location has the stock of its variants. */
async function assertSameInventory(client: Client, medusa: MedusaDatabase): Promise<void> {
  const { rows } = await client.query('select from store where inventory_enabled')
  if (rows.length > 0 && !hasInventory(medusa))
    throw new StartError(
      'Inventory is enabled in this shop, but not in Medusa. Import into a new database, and then run `shop inventory enable`.',
    )
}

/** A shop of Medusa has these tables with its inventory modules. */
const hasInventory = ({ tables }: MedusaDatabase): boolean => INVENTORY_TABLES.every((name) => tables.has(name))

async function tablesToImport(client: Client, medusa: MedusaDatabase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  )
  const all = rows.map(({ name }) => name)
  const excluded = [...SKIPPED_TABLES, ...CARTWRIGHT_TABLES, ...(hasInventory(medusa) ? [] : INVENTORY_TABLES)]
  return all.filter((name) => medusa.tables.has(name) && !excluded.includes(name))
}

const findUnknownTables = ({ tables }: MedusaDatabase, taken: readonly string[]): string[] =>
  [...tables]
    .filter((name) => ![...taken, ...SKIPPED_TABLES, ...MEDUSA_TABLES, ...INVENTORY_TABLES].includes(name))
    .toSorted()

async function findUnknownColumns(client: Client, medusa: MedusaDatabase, tables: readonly string[]) {
  const { rows } = await client.query<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns where table_schema = current_schema()`,
  )
  const own = new Set(rows.map(({ column }) => column))
  const found: { column: string; rows: number }[] = []
  for (const { table, name } of medusa.columns) {
    const column = `${table}.${name}`
    if (!tables.includes(table) || own.has(column) || UNNEEDED_COLUMNS.some((unneeded) => unneeded.test(column)))
      continue
    const filled = await medusa.countFilledRows({ table, name })
    if (filled > 0) found.push({ column, rows: filled })
  }
  return found
}

interface Staged {
  notes: ChangeNote[]
  /** The ids of users who the import may remove. */
  exampleUsers: readonly string[]
}

async function stageTables(client: Client, medusa: MedusaDatabase, tables: readonly string[]): Promise<Staged> {
  await client.query('create schema moving')
  for (const table of tables) {
    const select = TABLE_SELECTS[table] ?? `select * from ${escapeIdentifier(table)}`
    await copyToStaging(client, table, medusa.read(select))
  }
  await fillRequiredColumns(client, tables)
  await recordChanges(client, tables)
  const notes = await mergeDuplicates(client, tables)
  const repairs = hasInventory(medusa) ? [...REPAIRS, ...INVENTORY_REPAIRS] : REPAIRS
  for (const repair of repairs) notes.push(await runRecorded(client, repair))
  const exampleUsers = await findExampleUsers(client)
  notes.push(await keepOwnUsers(client, tables))
  const invalid = await dropInvalidRows(client, tables)
  notes.push(await decideShipping(client))
  assertNoProblems([...invalid.problems, ...(await violatedConstraints(client, tables))])
  return { notes: [...notes, ...invalid.notes], exampleUsers }
}

/** Drops the foreign keys and restores them at the end, so that the order of tables does not matter. */
async function insertStagedTables(client: Client, tables: readonly string[]): Promise<Map<string, number>> {
  const references = await dropReferences(client)
  for (const table of tables) await client.query(`alter table ${escapeIdentifier(table)} disable trigger user`)
  const counts = new Map<string, number>()
  const isWithInventory = tables.includes('inventory_level')
  const replacedTables = isWithInventory ? [...REPLACED_TABLES, ...INVENTORY_TABLES] : REPLACED_TABLES
  for (const table of replacedTables) await client.query(`delete from ${escapeIdentifier(table)}`)
  for (const table of tables) counts.set(table, await insertStagedRows(client, table))
  for (const sql of DERIVED_VALUE_STATEMENTS) await client.query(sql)
  if (isWithInventory) for (const sql of [...ENABLE_STATEMENTS, RESTORE_TIMES_OF_VARIANTS]) await client.query(sql)
  for (const table of tables) await client.query(`alter table ${escapeIdentifier(table)} enable trigger user`)
  for (const reference of references) await client.query(reference)
  return counts
}

/** Stock that the new levels change is no change by an administrator. */
const RESTORE_TIMES_OF_VARIANTS = `
  update product_variant v set updated_at = m.updated_at from moving.product_variant m
  where m.id = v.id and v.updated_at <> m.updated_at`

/** Returns the statements that restore the foreign keys. */
async function dropReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${escapeIdentifier(name)} ${definition}`,
  )
}

async function insertStagedRows(client: Client, table: string): Promise<number> {
  const statements = INSERT_STATEMENTS[table] ?? [
    `insert into ${escapeIdentifier(table)} select * from moving.${escapeIdentifier(table)}`,
  ]
  let rows = 0
  for (const sql of statements) rows = (await client.query(sql)).rowCount ?? 0
  return rows
}

const INSERT_STATEMENTS: Readonly<Record<string, readonly string[]>> = {
  country: ['update country c set region_id = m.region_id from moving.country m where m.iso_2 = c.iso_2'],
  currency: [
    'insert into currency select * from moving.currency where code not in (select code from currency)',
    'update currency c set includes_tax = m.includes_tax from moving.currency m where m.code = c.code',
  ],
  payment_provider: [providersAs('payment_provider')],
  fulfillment_provider: [providersAs('fulfillment_provider')],
  tax_provider: [providersAs('tax_provider')],
}

function providersAs(table: string): string {
  return `insert into ${table} (id, is_installed) select id, false from moving.${table} on conflict do nothing`
}

/** In normal operation each write updates these derived values. The import computes them once, after all rows. */
const DERIVED_VALUE_STATEMENTS: readonly string[] = [
  `update product_variant v set taken_quantity = taken.quantity from ${TAKEN_QUANTITIES_SQL} taken where taken.variant_id = v.id`,
  `update gift_card g set balance_correction = balance - value + coalesce((
     select sum(t.amount) from gift_card_transaction t join "order" o on o.id = t.order_id
     where t.gift_card_id = g.id and o.canceled_at is null), 0)`,
  `insert into event (created_at, name, payload, is_private)
   select created_at, 'order.placed', jsonb_build_object('id', id, 'no_notification', no_notification), false
   from "order" where created_at > ${EVENTS_KEPT_SINCE}`,
  FILL_PRODUCT_SEARCH,
  // The next start stores the titles of a shop with languages.
  'truncate language_chain, product_title',
  `truncate row_count`,
  `insert into row_count select * from ${ACTUAL_ROW_COUNTS_SQL}`,
  REBUILD_SALES_SQL,
  // The housekeeping computes them, and then appends their entries.
  'update "order" o set taxes = null where taxes is not null',
  'update swap set taxes = null where taxes is not null',
  `update settings_version set version = gen_random_uuid()`,
]

const SEQUENCE_STATEMENTS = ['order', 'draft_order'].map(
  (table) =>
    `select setval('${table}_display_id_seq', greatest(max(display_id), 1), max(display_id) is not null) from "${table}"`,
)

async function findMissingProviders(client: Client, installed: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`
    select distinct id from (
      select provider_id as id from region_payment_providers union select provider_id from region_fulfillment_providers
      union select provider_id from shipping_option union select tax_provider_id from region
      union select provider_id from payment union select provider_id from payment_session
      union select provider_id from fulfillment
    ) used where id is not null and id <> 'system' order by 1`)
  return rows.map(({ id }) => id).filter((id) => !installed.includes(id))
}
