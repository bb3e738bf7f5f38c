import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { hashPassword, isMedusaHash, passwordMatches } from './password.ts'

interface Account {
  id: string
  password_hash?: string | null
}

export interface Credentials<Found extends Account> {
  table: 'user' | 'customer'
  find(em: EntityManager): Promise<Found | null>
  password: string
}

/**
 * Verifies a password and runs `work` in a transaction that locks the account. A password change waits for the
 * transaction and then ends the sessions that `work` opened. Returns null for a wrong password or an unknown account.
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
  const replacement = isMedusaHash(before) ? await hashPassword(password) : undefined
  const done = await inTransaction(em, async (tx) => {
    const locked = replacement
      ? await replaceHash[table](tx, account.id, before, replacement)
      : await lockAccount[table](tx, account.id, before)
    if (locked.length === 0) return undefined
    account.password_hash = replacement ?? before
    return { result: await work(tx, account) }
  })
  // Another request changed the password or replaced the hash of Medusa v1.
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
