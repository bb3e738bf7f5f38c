import type { EntityManager } from '@mikro-orm/postgresql'
import { hashPassword } from '../password.ts'
import { endCustomerSessions } from '../session/end-sessions.ts'
import type { Customer } from './customer.ts'

export interface PasswordChange {
  password: string
  /** The session of whoever sets it, if they have one: it stays. */
  session_id: string | null
}

/** Gives a customer, who must be locked, another password, and ends all their sessions but the one that stays. */
export async function setPassword(
  em: EntityManager,
  customer: Customer,
  { password, session_id }: PasswordChange,
): Promise<void> {
  customer.password_hash = await hashPassword(password)
  await endCustomerSessions(em, customer.id, session_id)
}
