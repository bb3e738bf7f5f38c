import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from './statement.ts'

/**
 * Keeps a password as it is until the transaction ends, so that a new one, which ends every session, also ends the one
 * that is being opened with the old. False where it has just become another.
 */
export async function holdPassword(
  em: EntityManager,
  of: 'user' | 'customer',
  { id, password_hash }: { id: string; password_hash?: string | null },
): Promise<boolean> {
  return (await hold[of](em, id, password_hash ?? null)).length > 0
}

const hold = {
  user: statement('select id from "user" where id = $1 and password_hash = $2 and deleted_at is null for share'),
  customer: statement('select id from customer where id = $1 and password_hash = $2 and deleted_at is null for share'),
}
