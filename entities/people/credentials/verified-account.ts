import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { inTransaction } from '#database/transaction.ts'
import { query } from '#entities/query.ts'
import { hashPassword, isMedusaHash, passwordMatches } from './password.ts'

type AccountTable = 'user' | 'customer'

interface Account {
  id: string
  password_hash?: string | null
}

export interface Credentials<Owner extends Account> {
  table: AccountTable
  find(em: EntityManager): Promise<Owner | null>
  password: string
  /** `update` if `work` changes the account. */
  lock?: 'share' | 'update'
}

/** Verifies the password, and runs `work` while the account is locked. Returns null for wrong credentials. */
export async function withVerifiedAccount<Owner extends Account, Result>(
  em: EntityManager,
  credentials: Credentials<Owner>,
  work: (tx: EntityManager, account: Owner) => Promise<Result>,
): Promise<Result | null> {
  const { table, find, password, lock = 'share' } = credentials
  const account = await find(em.fork())
  const storedHash = account?.password_hash
  const matches = await passwordMatches(storedHash, password)
  if (!account || !storedHash || !matches) return null
  const newHash = isMedusaHash(storedHash) ? await hashPassword(password) : undefined
  const outcome = await inTransaction(em, async (tx) => {
    const lockedRows = newHash
      ? await replaceHash[table](tx, account.id, storedHash, newHash)
      : await lockAccount[lock][table](tx, account.id, storedHash)
    if (lockedRows.length === 0) return undefined
    account.password_hash = newHash ?? storedHash
    return { result: await work(tx, account) }
  })
  // Without an outcome, another request has changed the hash, so the password is verified again.
  return outcome ? outcome.result : withVerifiedAccount(em, credentials, work)
}

const lockAccountOf = (table: AccountTable, lock: 'share' | 'update') =>
  query((db, id: string, passwordHash: string) => {
    const account = db
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .where('deleted_at', 'is', null)
    return lock === 'share' ? account.forShare() : account.forNoKeyUpdate()
  })
const locksOf = (lock: 'share' | 'update') => ({
  user: lockAccountOf('user', lock),
  customer: lockAccountOf('customer', lock),
})
const lockAccount = { share: locksOf('share'), update: locksOf('update') }

const replaceHashOf = (table: AccountTable) =>
  query((db, id: string, before: string, replacement: string) =>
    db
      .updateTable(table)
      .set({ password_hash: replacement, updated_at: sql`now()` })
      .where('id', '=', id)
      .where('password_hash', '=', before)
      .where('deleted_at', 'is', null)
      .returning('id'),
  )
const replaceHash = { user: replaceHashOf('user'), customer: replaceHashOf('customer') }
