import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { hashPassword, isOfMedusa, passwordMatches } from './password.ts'

interface Account {
  id: string
  password_hash?: string | null
}

export interface Credentials<Found extends Account> {
  table: 'user' | 'customer'
  /** Finds the account with its password hash. */
  find(em: EntityManager): Promise<Found | null>
  password: string
}

/**
 * Verifies a password and then does work in a transaction that locks the account while it has that password. A password
 * change waits for the transaction and ends the sessions that the work opens. Replaces a hash of Medusa v1. Returns null
 * for a wrong password and for no account. No connection is held while a hash is computed.
 */
export async function withVerifiedAccount<Found extends Account, Result>(
  em: EntityManager,
  credentials: Credentials<Found>,
  work: (tx: EntityManager, account: Found) => Promise<Result>,
): Promise<Result | null> {
  const { table, find, password } = credentials
  const account = await find(em.fork())
  const before = account?.password_hash
  const matches = await passwordMatches(before, password)
  if (!account || !before || !matches) return null
  const replacement = isOfMedusa(before) ? await hashPassword(password) : undefined
  const done = await inTransaction(em, async (tx) => {
    const locked = replacement
      ? await replaceHash[table](tx, account.id, before, replacement)
      : await lockAccount[table](tx, account.id, before)
    if (locked.length === 0) return undefined
    account.password_hash = replacement ?? before
    return { result: await work(tx, account) }
  })
  // Another request changed the password, or replaced the hash of Medusa v1, since it was read.
  return done ? done.result : withVerifiedAccount(em, credentials, work)
}

const lockAccount = {
  user: statement('select id from "user" where id = $1 and password_hash = $2 and deleted_at is null for share'),
  customer: statement('select id from customer where id = $1 and password_hash = $2 and deleted_at is null for share'),
}

const replaceHash = {
  user: statement(`
    update "user" as u set password_hash = $3, updated_at = now()
    where id = $1 and password_hash = $2 and deleted_at is null returning id`),
  customer: statement(`
    update customer set password_hash = $3, updated_at = now()
    where id = $1 and password_hash = $2 and deleted_at is null returning id`),
}
