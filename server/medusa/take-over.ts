import type { Client } from 'pg'
import { EVENTS_KEPT_SINCE } from '#entities/invariants/invariant.ts'
import { PIECES_TAKEN } from '#entities/product/pieces-taken.ts'
import { ROWS_THERE } from '#entities/row-count.ts'
import { StartError } from '#server/start-error.ts'
import type { MedusaDatabase } from './medusa-database.ts'
import { REPAIRS } from './repairs.ts'
import { dropUnfit, fillEmpty, keepOwnUsers, type Note, quoted, refuseMisfits, stage, uniteSame } from './staging.ts'
import { EMPTY, LEFT_BEHIND, OF_MEDUSA, OWN, REPLACED, SELECTS, VARIANTS_IN_LOCATIONS } from './what-differs.ts'

export interface TakenOver {
  /** How many rows of each table were taken over. */
  rows: ReadonlyMap<string, number>
  /** What was changed or dropped on the way. */
  notes: readonly Note[]
  /** Providers that the shop of Medusa used and this program does not have. */
  missing: readonly string[]
  /** Tables that only this Medusa has. */
  leftBehind: readonly string[]
  /** Whether there is anybody who may manage users. */
  hasAdministrator: boolean
}

const ADMINISTRATORS = `select from "user" where role = 'admin' and deleted_at is null limit 1`

/**
 * Takes over the shop of a Medusa v1 database, with the ids, numbers and times that it has there, in one transaction, or
 * nothing of it. Nobody can work with the shop meanwhile. With `isRehearsal` all of it is done, and undone in the end.
 * @throws StartError where this shop has goods, customers or orders already, or that one rows that no shop can have.
 */
export async function takeOver(
  client: Client,
  medusa: MedusaDatabase,
  { installed, isRehearsal = false }: { installed: readonly string[]; isRehearsal?: boolean },
): Promise<TakenOver> {
  await client.query('begin')
  try {
    await client.query(PATIENCE)
    await refuseFilled(client)
    const tables = await tablesToTake(client, medusa)
    const notes = await bringOver(client, medusa, tables)
    const rows = await replaceOwn(client, tables)
    const missing = await missingProviders(client, installed)
    await client.query('drop schema moving cascade')
    const hasAdministrator = (await client.query(ADMINISTRATORS)).rows.length > 0
    // Sequences know no rollback: they come last, and not in a rehearsal.
    for (const sql of isRehearsal ? ['rollback'] : [...NEXT_NUMBERS, 'commit', 'analyze']) await client.query(sql)
    return {
      rows,
      notes: notes.filter(({ rows }) => rows > 0),
      missing,
      leftBehind: strangers(medusa, tables),
      hasAdministrator,
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const PATIENCE =
  'set local lock_timeout = 0; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

async function refuseFilled(client: Client): Promise<void> {
  for (const table of EMPTY) {
    const { rows } = await client.query(`select from ${quoted(table)} limit 1`)
    if (rows.length > 0)
      throw new StartError(
        `This shop is not empty: there is a ${table}. Take Medusa over with a new database and SEED=none`,
      )
  }
}

/** Those that both have, but what is left behind. */
async function tablesToTake(client: Client, { tables }: MedusaDatabase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const all = rows.map(({ name }) => name)
  return all.filter((name) => tables.has(name) && ![...LEFT_BEHIND, ...OWN].includes(name))
}

/** Tables that Medusa itself does not have, but this Medusa has: those of plugins, or of the shop's own program. */
const strangers = ({ tables }: MedusaDatabase, taken: readonly string[]): string[] =>
  [...tables].filter((name) => ![...taken, ...LEFT_BEHIND, ...OF_MEDUSA].includes(name)).toSorted()

/** Brings all rows onto the stage, and makes them fit. */
async function bringOver(client: Client, medusa: MedusaDatabase, tables: readonly string[]): Promise<Note[]> {
  await client.query('create schema moving')
  const isInLocations = medusa.tables.has('inventory_level')
  for (const table of tables) {
    const own = table === 'product_variant' && isInLocations ? VARIANTS_IN_LOCATIONS : SELECTS[table]
    await stage(client, table, medusa.read(own ?? `select * from ${quoted(table)}`))
  }
  await fillEmpty(client, tables)
  const notes = await uniteSame(client, tables)
  for (const { what, sql } of REPAIRS) notes.push({ what, rows: (await client.query(sql)).rowCount ?? 0 })
  notes.push(await keepOwnUsers(client, tables), ...(await dropUnfit(client, tables)))
  await refuseMisfits(client, tables)
  return notes
}

/** Puts what is on the stage into the shop, in any order: what the tables refer to is looked at in the end. */
async function replaceOwn(client: Client, tables: readonly string[]): Promise<Map<string, number>> {
  const references = await dropReferences(client)
  for (const table of tables) await client.query(`alter table ${quoted(table)} disable trigger user`)
  const counts = new Map<string, number>()
  for (const table of REPLACED) await client.query(`delete from ${quoted(table)}`)
  for (const table of tables) counts.set(table, await putInPlace(client, table))
  for (const sql of KEPT_TRUE) await client.query(sql)
  for (const table of tables) await client.query(`alter table ${quoted(table)} enable trigger user`)
  for (const reference of references) await client.query(reference)
  return counts
}

/** Answers the statements that bring them back. */
async function dropReferences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`)
}

async function putInPlace(client: Client, table: string): Promise<number> {
  const put = PUT[table] ?? [`insert into public.${quoted(table)} select * from moving.${quoted(table)}`]
  let rows = 0
  for (const sql of put) rows = (await client.query(sql)).rowCount ?? 0
  return rows
}

/** What the shop knows already, and how that of Medusa comes to it. */
const PUT: Readonly<Record<string, readonly string[]>> = {
  country: ['update country c set region_id = m.region_id from moving.country m where m.iso_2 = c.iso_2'],
  currency: [
    'insert into currency select * from moving.currency where code not in (select code from public.currency)',
    'update currency c set includes_tax = m.includes_tax from moving.currency m where m.code = c.code',
  ],
  payment_provider: [providersAs('payment_provider')],
  fulfillment_provider: [providersAs('fulfillment_provider')],
  tax_provider: [providersAs('tax_provider')],
}

/** Whether a provider is installed is for this program to say. */
function providersAs(table: string): string {
  return `insert into ${table} (id, is_installed) select id, false from moving.${table} on conflict do nothing`
}

/** What the shop counts or computes when rows are written one by one. */
const KEPT_TRUE: readonly string[] = [
  `update product_variant v set taken_quantity = taken.quantity from ${PIECES_TAKEN} taken where taken.variant_id = v.id`,
  `update gift_card g set balance_correction = balance - value + coalesce((
     select sum(t.amount) from gift_card_transaction t join "order" o on o.id = t.order_id
     where t.gift_card_id = g.id and o.canceled_at is null), 0)`,
  `insert into event (created_at, name, payload, is_private)
   select created_at, 'order.placed', jsonb_build_object('id', id, 'no_notification', no_notification), false
   from "order" where created_at > ${EVENTS_KEPT_SINCE}`,
  `truncate row_count`,
  `insert into row_count select * from ${ROWS_THERE}`,
  `update settings_version set version = gen_random_uuid()`,
]

const NEXT_NUMBERS = ['order', 'draft_order'].map(
  (table) =>
    `select setval('${table}_display_id_seq', greatest(max(display_id), 1), max(display_id) is not null) from "${table}"`,
)

async function missingProviders(client: Client, installed: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`
    select distinct id from (
      select provider_id as id from region_payment_providers union select provider_id from region_fulfillment_providers
      union select provider_id from shipping_option union select tax_provider_id from region
    ) used where id is not null order by 1`)
  return rows.map(({ id }) => id).filter((id) => !installed.includes(id))
}
