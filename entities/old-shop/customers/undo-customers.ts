import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { batch, statement } from '#database/statement.ts'
import { importNotice } from '#entities/catalogue/import-export/import-notice.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { addKept, namesOf } from '#entities/platform/batch-job/kept-rows.ts'

/** An undo between two of its parts. */
export const CustomerUndo = z.object({
  after_id: z.string(),
  is_done: z.boolean(),
  total: z.int(),
  handled: z.int(),
  deleted: z.int(),
  kept: z.array(z.object({ reason: z.enum(['used', 'password']), count: z.int(), names: z.array(z.string()) })),
})
export type CustomerUndo = z.output<typeof CustomerUndo>

/** The state before the first part. */
export async function beginCustomerUndo(em: EntityManager, batchJobId: string): Promise<CustomerUndo> {
  const [counted] = await countCustomers(em, batchJobId)
  return { after_id: '', is_done: false, total: counted?.count ?? 0, handled: 0, deleted: 0, kept: [] }
}

/** Orders of these customers wait until the part commits. */
const PART = 500

/** Deletes customers that an import has created, with their addresses. Keeps the ones that have used the shop. Their past orders stay. */
export async function undoCustomerPart(
  em: EntityManager,
  batchJobId: string,
  state: CustomerUndo,
): Promise<CustomerUndo> {
  const locked = await lockCustomers(em, batchJobId, state.after_id, PART)
  const after_id = locked.at(-1)?.id
  if (after_id === undefined) return { ...state, is_done: true }
  const uses = await selectUses(em, OWN_TABLES)
  const isUsed = uses.map(({ table, column }) => `exists (select from ${table} x where x.${column} = c.id)`)
  const customers = await selectCustomers(isUsed)(
    em,
    locked.map(({ id }) => id),
  )
  const ids = customers.flatMap(({ id, reason }) => (reason === null ? id : []))
  await deleteAll(em, ids)
  const kept = customers.flatMap(({ email, reason }) => (reason === null ? [] : { name: email, reason }))
  return {
    ...state,
    after_id,
    handled: state.handled + locked.length,
    deleted: state.deleted + ids.length,
    kept: addKept(state.kept, kept),
  }
}

/** A notice for each kind of customer that stays. */
export const keptCustomers = ({ kept }: CustomerUndo): BatchNotice[] =>
  kept.map((group) =>
    importNotice({
      name: 'undo_keeps_customers',
      reason: group.reason,
      count: group.count,
      emails: namesOf(group),
    }),
  )

async function deleteAll(em: EntityManager, ids: readonly string[]): Promise<void> {
  await batch(
    em,
    releasePastOrders.with(ids),
    releaseAddresses.with(ids),
    deleteAddresses.with(ids),
    deleteCustomers.with(ids),
  )
}

/** These rows belong to the import. */
const OWN_TABLES = ['address', 'customer_group_customers', 'imported_customer', 'past_order']

interface UndoneCustomer {
  id: string
  email: string
  reason: 'used' | 'password' | null
}

const FROM_IMPORT = `
  from customer c where c.id in (select customer_id from imported_customer where batch_job_id = $1) and c.deleted_at is null`

const countCustomers = statement<{ count: number }>(`select count(*)::int as count ${FROM_IMPORT}`)

const lockCustomers = statement<{ id: string }>(
  `select c.id ${FROM_IMPORT} and c.id > $2 order by c.id limit $3 for update`,
)

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
  from customer c where c.id = any($1::text[]) order by c.email`)

const releasePastOrders = statement(
  'update past_order set customer_id = null, updated_at = now() where customer_id = any($1::text[])',
)
const releaseAddresses = statement('update customer set billing_address_id = null where id = any($1::text[])')
const deleteAddresses = statement('delete from address where customer_id = any($1::text[])')
const deleteCustomers = statement('delete from customer where id = any($1::text[])')
