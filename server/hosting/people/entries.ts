import { randomBytes } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { hashOf } from './people.ts'

/* Sessions of persons in shops, and the tokens that begin one in another shop. */

interface ShopUser {
  shop_id: string
  user_id: string
}

export interface LinkedUser extends ShopUser {
  person_id: string
}

/** The person of a user of a shop. */
export const selectPerson = statement<{ id: string; email: string }>(`
  select p.id, p.email from shop_member m join person p on p.id = m.person_id where m.shop_id = $1 and m.user_id = $2`)

/** The link of a person to a shop, by its e-mail address. */
export const selectLink = statement<LinkedUser>(`
  select m.shop_id, m.user_id, m.person_id from shop_member m join person p on p.id = m.person_id
  where m.shop_id = $1 and p.email = $2`)

/** Returns a row if the person still has this user in the shop. */
export const selectCurrentLink = statement<LinkedUser>(`
  select shop_id, user_id, person_id from shop_member where shop_id = $1 and user_id = $2 and person_id = $3`)

/** The person that has proven its identity in a session of its user. */
export const selectProven = statement<{ person_id: string }>(`
  select p.person_id from proven_session p join shop_member m using (shop_id, person_id)
  where p.shop_id = $1 and p.session_id = $2 and m.user_id = $3 and p.expires_at > now()`)

/** The active shops of a person that have a host name. */
export const selectOwnShops = statement<{ id: string; host: string }>(`
  select s.id, h.host from shop_member m join hosted_shop s on s.id = m.shop_id
    join lateral (select host from shop_host where shop_id = s.id order by position, host limit 1) h on true
  where m.person_id = $1 and s.status = 'active' order by s.id`)

const insertProof = statement(`
  with expired as (delete from proven_session where expires_at < now())
  insert into proven_session (shop_id, session_id, person_id, expires_at)
  values ($1, $2, $3, now() + interval '10 hours')
  on conflict (shop_id, session_id) do update set person_id = excluded.person_id, expires_at = excluded.expires_at`)

export async function recordProof(
  em: EntityManager,
  { shop_id, person_id }: Omit<LinkedUser, 'user_id'>,
  session_id: string,
): Promise<void> {
  await insertProof(em, shop_id, session_id, person_id)
}

const insertEntry = statement(`
  with expired as (delete from shop_entry where expires_at < now())
  insert into shop_entry (token_hash, shop_id, person_id, state_hash, expires_at)
  select $1, m.shop_id, m.person_id, $4, now() + interval '1 minute'
  from shop_member m join hosted_shop s on s.id = m.shop_id
  where m.shop_id = $2 and m.person_id = $3 and s.status = 'active' returning token_hash`)

/** Returns a token for one session in the shop, or undefined if the person is no member of it or the shop is not active. */
export async function issueEntry(
  em: EntityManager,
  { shop_id, person_id, state }: { shop_id: string; person_id: string; state: string },
): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const rows = await insertEntry(em, hashOf(token), shop_id, person_id, state)
  return rows.length > 0 ? token : undefined
}

const ENTRY = 'token_hash = $1 and shop_id = $2 and state_hash = $3 and expires_at > now()'

const selectEntry = statement<LinkedUser>(`
  select m.shop_id, m.user_id, m.person_id from shop_entry join shop_member m using (shop_id, person_id) where ${ENTRY}`)

const deleteEntry = statement<{ person_id: string }>(`delete from shop_entry where ${ENTRY} returning person_id`)

const extendEntry = statement(`
  update shop_entry set expires_at = created_at + interval '5 minutes' where ${ENTRY}`)

/** A token, and the state of the browser that it is for. */
export interface Entry {
  shop_id: string
  token: string
  state: string
}

export async function findEntry(em: EntityManager, { shop_id, token, state }: Entry): Promise<LinkedUser | undefined> {
  const [row] = await selectEntry(em, hashOf(token), shop_id, hashOf(state))
  return row
}

/** Uses up the token. Returns whether it was unused. */
export async function useEntry(em: EntityManager, { shop_id, token, state }: Entry): Promise<boolean> {
  return (await deleteEntry(em, hashOf(token), shop_id, hashOf(state))).length > 0
}

/** Gives the person time to enter a code. */
export async function waitForCode(em: EntityManager, { shop_id, token, state }: Entry): Promise<void> {
  await extendEntry(em, hashOf(token), shop_id, hashOf(state))
}
