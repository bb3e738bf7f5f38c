import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { endCustomerSessions } from '#entities/people/session/end-sessions.ts'
import { stopWatchingChanges } from '#entities/platform/audit/record-changes.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { Step } from '#entities/platform/step/step.ts'
import { assertErasable } from './assert-erasable.ts'
import type { CustomerRows } from './customer-rows.ts'
import { eraseAuditEntries } from './erase-audit-entries.ts'
import { eraseColumns } from './erase-columns.ts'
import { eraseTraces, patternOf } from './erase-traces.ts'
import { filesOf } from './files-of.ts'
import { findAuditEntries } from './find-audit-entries.ts'
import { findCustomerRows } from './find-customer-rows.ts'
import { findPerson, type PersonQuery } from './find-person.ts'
import { lockPerson } from './lock-person.ts'
import { readPersonalTables } from './personal-tables.ts'

export interface CustomerErasure {
  /** Empty for a person with orders but no customer. */
  customer_ids: readonly string[]
  order_ids: readonly string[]
}

export const eraseCustomerStep = new Step<CustomerErasure>({
  moment: 'An administrator erases the personal data of a customer or of an e-mail address.',
  context: { customer_ids: 'empty for a person with orders but no customer', order_ids: '' },
})

/**
 * Erases the personal data of a customer. Amounts, taxes and quantities stay. Jobs delete files after the commit. Returns the ids of
 * the erased customers.
 * @throws NotFound. NotAllowed while the shop has obligations to the customer, such as an order that is not shipped.
 */
export async function eraseCustomer(em: EntityManager, query: PersonQuery): Promise<string[]> {
  await lockPerson(em, await findPerson(em, query))
  const person = await findPerson(em, query)
  const tables = await readPersonalTables(em)
  const rows = await findCustomerRows(em, tables, person)
  if (rows.ids().length === 0) throw new NotFound('No customer, cart or order has this e-mail address')
  await assertErasable(em, rows)
  const erasure = { customer_ids: person.customers, order_ids: rows.idsOf('order') }
  await eraseCustomerStep.assertAllowed(em, erasure)
  // The audit log would record the erased values.
  await stopWatchingChanges(em)
  const traces = { ids: rows.ids(), pattern: patternOf(person) }
  await eraseAuditEntries(em, tables, await findAuditEntries(em, tables, traces))
  await eraseTraces(em, person, { rows, tables })
  await enqueueFileErasure(em, rows, await filesOf(em, tables, rows))
  for (const id of person.customers) await endCustomerSessions(em, id, null)
  for (const table of tables.values()) await eraseColumns(em, table, rows.keysOf(table.name))
  await batch(
    em,
    closeAccounts.with(person.customers),
    leaveGroups.with(person.customers),
    deleteOpenCarts.with(rows.idsOf('cart')),
    forgetDeletedDrafts.with(rows.idsOf('cart')),
  )
  await announceAll(
    em,
    person.customers.map((id) => ({ name: 'customer.erased', payload: { id } })),
  )
  eraseCustomerStep.addEffects(em, erasure)
  return [...person.customers]
}

/** The claims of a customer can have uploaded images. An export of orders can contain the orders of the customer. */
async function enqueueFileErasure(em: EntityManager, rows: CustomerRows, files: readonly string[]): Promise<void> {
  const images = await selectImages(em, rows.idsOf('claim_image'))
  const imageKeys = images.flatMap(({ url }) => /public\/[^/?#]+$/.exec(url)?.[0] ?? []).map(decodeURIComponent)
  const keys = [...imageKeys, ...files]
  const [period] = await selectPeriod(em, rows.idsOf('customer'), rows.idsOf('order'))
  const exports = period?.from ? { from: period.from, to: period.to } : null
  if (keys.length > 0 || exports) await enqueue(em, 'erase_files', { payload: { keys, exports } })
}

const selectImages = statement<{ url: string }>('select url from claim_image where id = any($1::text[])')
const selectPeriod = statement<{ from: string | null; to: string }>(`
  select to_json(min(created_at)) #>> '{}' as from, to_json(now()) #>> '{}' as to
  from (select created_at from customer where id = any($1::text[])
    union all select created_at from "order" where id = any($2::text[])) as row`)
const closeAccounts = statement(
  'update customer set has_account = false, deleted_at = coalesce(deleted_at, clock.now) from (select now() as now) clock where id = any($1::text[])',
)
const leaveGroups = statement('delete from customer_group_customers where customer_id = any($1::text[])')
const deleteOpenCarts = statement(`
  update cart set deleted_at = now() where id = any($1::text[]) and completed_at is null and deleted_at is null`)
const forgetDeletedDrafts = statement(`
  delete from deleted_row where id in (
    select deleted_row_id from deleted_row_part where table_name = 'draft_order' and content ->> 'cart_id' = any($1::text[]))`)
