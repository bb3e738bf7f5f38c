import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { endCustomerSessions } from '../session/end-sessions.ts'
import type { Customer } from './customer.ts'

/** Session or access token of the caller. Both are null if the caller is not logged in. */
export interface Login {
  session_id: string | null
  access_token: string | null
}

export interface PasswordChange extends Login {
  password_hash: string
}

/** Sets the password and ends all other sessions and tokens. The caller must lock the customer first. */
export async function setPassword(
  em: EntityManager,
  customer: Row<Customer>,
  { password_hash, session_id, access_token }: PasswordChange,
): Promise<void> {
  customer.changePassword(password_hash, access_token)
  await endCustomerSessions(em, customer.id, session_id)
}
