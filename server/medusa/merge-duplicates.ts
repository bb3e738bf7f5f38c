import type { Client } from 'pg'
import { type ChangeNote, runRecorded } from './recorded-changes.ts'
import { escapeIdentifier, references } from './staging.ts'

/** The columns that identify duplicates, and which of them can be merged. Merged rows have no login. */
const DUPLICATES: readonly { table: string; same: string; which: string; order: string }[] = [
  { table: 'claim_tag', same: 'value', which: 'true', order: 'created_at, id' },
  {
    table: 'customer',
    same: 'lower(email)',
    which: 'not has_account',
    order: 'email <> lower(email), created_at, id',
  },
  { table: 'product_tag', same: 'value', which: 'true', order: 'created_at, id' },
  { table: 'product_type', same: 'value', which: 'true', order: 'created_at, id' },
]

/** Replaces duplicates by the first row. Accounts with the same e-mail are never merged. */
export async function mergeDuplicates(client: Client, tables: readonly string[]): Promise<ChangeNote[]> {
  const notes = [
    await runRecorded(client, CLEAR_PASSWORDS_OF_CUSTOMERS),
    await runRecorded(client, CLEAR_PASSWORDS_OF_USERS),
  ]
  for (const { table, same, which, order } of DUPLICATES) {
    const twins = `(select id, first_value(id) over (partition by ${same} order by ${order}) as kept
      from moving.${escapeIdentifier(table)} where deleted_at is null and ${which}) twin`
    notes.push(
      await replaceReferences(client, { table, twins, tables, what: `${table}: merged rows with the same ${same}` }),
    )
  }
  return notes
}

/** Replaces references to a user of Medusa by references to the user of the shop with the same email. */
export const keepOwnUsers = (client: Client, tables: readonly string[]): Promise<ChangeNote> =>
  replaceReferences(client, {
    table: 'user',
    twins: '(select m.id, own.id as kept from moving."user" m join "user" own on own.email = m.email) twin',
    tables,
    what: 'user: kept users that this shop already has',
  })

/**
 * Of accounts whose e-mails differ only in letter case, Medusa can log in to the one in lower case. The others keep
 * their e-mail as it is, and have no login. Without one in lower case, the first gets the address, and its
 * owner asks for a new password by e-mail.
 */
function clearPasswords(table: string, isAccountSql: string): { what: string; sql: string } {
  return {
    what: `${table}: cleared the password of an account whose e-mail another account has in lower case`,
    sql: `update moving."${table}" account set password_hash = null
      from (
        select id, count(*) over same_email as accounts, bool_or(email = lower(email)) over same_email as has_lower,
          email = lower(email) as is_lower
        from moving."${table}" where deleted_at is null and ${isAccountSql}
        window same_email as (partition by lower(email))
      ) twin
      where twin.id = account.id and accounts > 1 and not (has_lower and is_lower) and password_hash is not null`,
  }
}

const CLEAR_PASSWORDS_OF_CUSTOMERS = clearPasswords('customer', 'has_account')
const CLEAR_PASSWORDS_OF_USERS = clearPasswords('user', 'true')

interface RowReplacement {
  table: string
  /** A query that returns the `id` of a duplicate, and in `kept` the ID of the row that replaces it. */
  twins: string
  tables: readonly string[]
  what: string
}

/** Updates references to replaced rows and deletes these rows. */
async function replaceReferences(client: Client, { table, twins, tables, what }: RowReplacement): Promise<ChangeNote> {
  for (const { child, column } of await references(client, 'p.relname = $1', table))
    if (tables.includes(child))
      await runRecorded(client, {
        what: `${child}: ${column} of merged rows`,
        sql: `update moving.${escapeIdentifier(child)} c set ${escapeIdentifier(column)} = twin.kept
          from ${twins} where twin.id = c.${escapeIdentifier(column)} and twin.id <> twin.kept`,
      })
  const sql = `delete from moving.${escapeIdentifier(table)} t using ${twins} where twin.id = t.id and twin.id <> twin.kept`
  return runRecorded(client, { what, sql })
}
