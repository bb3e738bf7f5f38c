import type { Client } from 'pg'
import type { ChangeNote } from './recorded-changes.ts'

/** Returns the users of this shop with an example address that Medusa does not have, such as that of the first start. */
export async function findExampleUsers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(`
    select id from "user" own where deleted_at is null and email like '%@example.com'
      and not exists (select from moving."user" m where lower(m.email) = lower(own.email) and m.deleted_at is null)`)
  return rows.map(({ id }) => id)
}

/** Deletes the users, and ends their sessions, if Medusa has an administrator with a password. */
export async function removeExampleUsers(client: Client, ids: readonly string[]): Promise<ChangeNote> {
  const { rows } = await client.query<{ id: string; email: string }>(REMOVE_SQL, [ids])
  await client.query('delete from session where user_id = any($1)', [rows.map(({ id }) => id)])
  const emails = rows.map(({ email }) => email)
  return {
    what: 'user: removed users with an example address that Medusa does not have',
    rows: emails.length,
    ids: emails,
  }
}

const REMOVE_SQL = `
  update "user" unused set deleted_at = now(), password_hash = null, api_token = null
  where unused.id = any($1) and exists (
    select from moving."user" where role = 'admin' and deleted_at is null and password_hash is not null)
  returning unused.id, unused.email`
