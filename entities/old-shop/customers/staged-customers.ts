import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { StagedCustomer } from './read-customers.ts'

/* The temporary table `old_customer` has the customers of the file until the end of the transaction. */

export const createCustomerTable = statement(`
  create temporary table old_customer (
    line integer primary key, sheet_row integer not null, id text not null, email text not null,
    first_name text, last_name text, phone text, metadata jsonb not null, external_id text, note text,
    tags jsonb not null, tag_names jsonb not null, is_tax_exempt boolean, addresses jsonb not null,
    target text, is_kept boolean, is_changed boolean
  ) on commit drop`)

export const stageCustomers = async (em: EntityManager, rows: readonly StagedCustomer[]): Promise<void> =>
  void (await insertCustomers(em, JSON.stringify(rows)))

/**
 * Finds the accounts with the e-mail addresses of the file and locks them. An account that no import has created, or whose owner has
 * set a password, is kept as it is.
 */
export async function resolveCustomers(em: EntityManager): Promise<void> {
  await analyzeCustomers(em)
  await lockAccounts(em)
  await setTargets(em)
  await setChanged(em)
}

const ACCOUNT_SQL = 'join customer c on c.email = r.email and c.has_account and c.deleted_at is null'

const insertCustomers = statement(
  'insert into old_customer select * from jsonb_populate_recordset(null::old_customer, $1::jsonb)',
)
const analyzeCustomers = statement('analyze old_customer')
const lockAccounts = statement(`
  select c.id from customer c
  where c.email in (select email from old_customer) and c.has_account and c.deleted_at is null order by c.id for update`)
const setTargets = statement(`
  with found as materialized (
    select r.line, c.id, i.customer_id is null or c.password_hash is not null as is_kept
    from old_customer r ${ACCOUNT_SQL} left join imported_customer i on i.customer_id = c.id
  )
  update old_customer o set target = found.id, is_kept = found.is_kept from found where found.line = o.line`)

/** The parts by which two saved addresses are the same, as in `isSameAddress`. */
const SAME_ADDRESS_SQL = [
  ...['first_name', 'last_name', 'phone', 'address_1', 'address_2'],
  ...['city', 'country_code', 'province', 'postal_code'],
]
  .map((part) => `a.${part} is not distinct from n.${part}`)
  .join(' and ')

/** The addresses of the file that the customer does not have. */
export const NEW_ADDRESSES_SQL = `
  select r.line, r.target, n.*, place from old_customer r
  cross join lateral jsonb_array_elements(r.addresses) with ordinality as given (address, place)
  cross join lateral jsonb_populate_record(null::address, given.address) n
  where not exists (
    select from address a where a.customer_id = r.target and a.deleted_at is null and ${SAME_ADDRESS_SQL})`

const setChanged = statement(`
  with changed as materialized (
    select o.line
    from old_customer o join customer c on c.id = o.target join imported_customer i on i.customer_id = c.id
    where not o.is_kept and (
      c.first_name is distinct from coalesce(o.first_name, c.first_name)
      or c.last_name is distinct from coalesce(o.last_name, c.last_name)
      or c.phone is distinct from coalesce(o.phone, c.phone)
      or not coalesce(c.metadata, '{}') @> o.metadata
      or i.external_id is distinct from coalesce(o.external_id, i.external_id)
      or i.note is distinct from coalesce(o.note, i.note)
      or i.tags <> o.tags
      or i.is_tax_exempt is distinct from coalesce(o.is_tax_exempt, i.is_tax_exempt))
    union
    select added.line from (${NEW_ADDRESSES_SQL} and not r.is_kept) added
  )
  update old_customer o set is_changed = true from changed where changed.line = o.line`)
