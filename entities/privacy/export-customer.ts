import type { EntityManager } from '@mikro-orm/postgresql'
import { batch, statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'
import type { RowKey } from './customer-rows.ts'
import { patternOf } from './erase-traces.ts'
import { findAuditEntries } from './find-audit-entries.ts'
import { findCustomerRows } from './find-customer-rows.ts'
import { findPerson, type PersonQuery } from './find-person.ts'
import { type PersonalTable, readPersonalTables } from './personal-tables.ts'
import { inKeys, keyParameters, quoteName } from './row-sql.ts'

type ExportedRow = Record<string, unknown>

/** All personal data of a customer. */
export interface CustomerExport {
  exported_at: Date
  customer_ids: string[]
  /** The rows by table, without secrets such as the hash of the password. */
  rows: Record<string, ExportedRow[]>
  /** The changes of these rows by users of the administration. */
  changes: ExportedRow[]
  events: ExportedRow[]
}

/** @throws NotFound. */
export async function exportCustomer(em: EntityManager, query: PersonQuery): Promise<CustomerExport> {
  const person = await findPerson(em, query)
  const tables = await readPersonalTables(em)
  const found = await findCustomerRows(em, tables, person)
  const ids = found.ids()
  if (ids.length === 0) throw new NotFound('No customer, cart or order has this e-mail address')
  const rows: Record<string, ExportedRow[]> = {}
  for (const table of tables.values()) {
    const keys = found.keysOf(table.name)
    if (keys.length > 0) rows[table.name] = await readRows(em, table, keys)
  }
  const pattern = patternOf(person)
  const entries = await findAuditEntries(em, tables, { ids, pattern })
  const [events] = await batch(em, selectEvents.with(ids, pattern))
  return {
    exported_at: now(),
    customer_ids: [...person.customers],
    rows,
    changes: entries.map(({ created_at, procedure, ownChanges }) => ({
      created_at,
      procedure,
      changes: [...ownChanges],
    })),
    events,
  }
}

async function readRows(em: EntityManager, table: PersonalTable, keys: readonly RowKey[]): Promise<ExportedRow[]> {
  const sql = `select to_jsonb(t) - $${table.key.length + 1}::text[] as row from ${quoteName(table.name)} t where ${inKeys(table, 't')}`
  const selectRows = statement<{ row: ExportedRow }>(`${sql} order by 1`)
  return (await selectRows(em, ...keyParameters(table, keys), [...table.hidden])).map(({ row }) => row)
}

const selectEvents = statement<ExportedRow>(`
  select name, created_at, payload - 'token' as payload from event
  where payload::text ~* $2 or exists (select from jsonb_each_text(payload) where value = any($1::text[]))
  order by id`)
