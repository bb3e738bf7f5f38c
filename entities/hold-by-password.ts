import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { hashPassword, isOfMedusa, passwordMatches } from './password.ts'
import { statement } from './statement.ts'

/** Somebody with an account, as the entity manager holds them. */
interface Account {
  id: string
  password_hash?: string | null
}

/**
 * Whether it is the password of somebody; it is then kept as it is until the transaction ends, so that a new one, which ends
 * every session, also ends the one that is being opened with the old. False where it has just become another. What Medusa
 * v1 made of the password is replaced by what the shop makes of it.
 */
export async function holdByPassword(
  em: EntityManager,
  of: 'user' | 'customer',
  account: Account | null,
  password: string,
): Promise<boolean> {
  const matches = await passwordMatches(account?.password_hash, password)
  if (!account?.password_hash || !matches) return false
  if (!isOfMedusa(account.password_hash)) return (await hold[of](em, account.id, account.password_hash)).length > 0
  const before = account.password_hash
  await em.refreshOrFail(account, { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['password_hash'] })
  // Somebody else may have logged in with it, or changed it, meanwhile.
  if (account.password_hash !== before) return holdByPassword(em, of, account, password)
  account.password_hash = await hashPassword(password)
  await em.flush()
  return true
}

const hold = {
  user: statement('select id from "user" where id = $1 and password_hash = $2 and deleted_at is null for share'),
  customer: statement('select id from customer where id = $1 and password_hash = $2 and deleted_at is null for share'),
}
