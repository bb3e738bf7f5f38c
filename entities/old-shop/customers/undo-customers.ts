import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { importNotice } from '#entities/catalogue/import-export/import-notice.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'

export interface CustomerUndo {
  /** The customers that the undo deletes. */
  ids: string[]
  notices: BatchNotice[]
}

/** Locks the customers of the import, and returns the ones that have not used the shop. */
export async function findCustomerUndo(em: EntityManager, batchJobId: string): Promise<CustomerUndo> {
  await lockCustomers(em, batchJobId)
  const uses = await selectUses(em, OWN_TABLES)
  const isUsed = uses.map(({ table, column }) => `exists (select from ${table} x where x.${column} = c.id)`)
  const customers = await selectCustomers(isUsed)(em, batchJobId)
  const kept = customers.filter(({ reason }) => reason !== null)
  const byReason = Map.groupBy(kept, ({ reason }) => reason ?? 'used')
  return {
    ids: customers.filter(({ reason }) => reason === null).map(({ id }) => id),
    notices: Array.from(byReason, ([reason, rows]) =>
      importNotice({
        name: 'undo_keeps_customers',
        reason,
        count: rows.length,
        emails: rows
          .slice(0, MAX_EMAILS)
          .map(({ email }) => email)
          .join(', '),
      }),
    ),
  }
}

/** Deletes the customers with their addresses. Their past orders stay. */
export async function undoCustomers(em: EntityManager, ids: readonly string[]): Promise<void> {
  await batch(
    em,
    releasePastOrders.with(ids),
    releaseAddresses.with(ids),
    deleteAddresses.with(ids),
    deleteCustomers.with(ids),
  )
}

const MAX_EMAILS = 20

/** These rows belong to the import. */
const OWN_TABLES = ['address', 'customer_group_customers', 'imported_customer', 'past_order']

interface UndoneCustomer {
  id: string
  email: string
  reason: 'used' | 'password' | null
}

const OF_IMPORT = 'c.id in (select customer_id from imported_customer where batch_job_id = $1) and c.deleted_at is null'

const lockCustomers = statement(`select c.id from customer c where ${OF_IMPORT} order by c.id for update`)

/** The foreign keys to a customer, also those of plugins. */
const selectUses = statement<{ table: string; column: string }>(`
  select c.oid::regclass::text as table, quote_ident(a.attname) as column
  from pg_constraint f
  join pg_class c on c.oid = f.conrelid
  join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f' and cardinality(f.conkey) = 1 and f.confrelid = 'customer'::regclass
    and c.relname <> all($1::text[])
  order by 1, 2`)

const selectCustomers = (isUsed: readonly string[]) =>
  statement<UndoneCustomer>(`
  select c.id, c.email, case
    when c.password_hash is not null then 'password'
    when ${['exists (select from note x where x.resource_id = c.id)', ...isUsed].join('\n      or ')} then 'used'
  end as reason
  from customer c where ${OF_IMPORT} order by c.email`)

const releasePastOrders = statement(
  'update past_order set customer_id = null, updated_at = now() where customer_id = any($1::text[])',
)
const releaseAddresses = statement('update customer set billing_address_id = null where id = any($1::text[])')
const deleteAddresses = statement('delete from address where customer_id = any($1::text[])')
const deleteCustomers = statement('delete from customer where id = any($1::text[])')
