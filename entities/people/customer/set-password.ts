import type { EntityManager } from '@mikro-orm/postgresql'
import { endCustomerSessions } from '../session/end-sessions.ts'
import { hashOfToken } from './access-token.ts'
import type { Customer } from './customer.ts'

/** By what whoever asks is known: a session, whoever it stands for, and the access token of a customer. Null: by none. */
export interface Login {
  session_id: string | null
  access_token: string | null
}

/** The login is that of whoever sets it. */
export interface PasswordChange extends Login {
  password_hash: string
}

/** Gives a customer, who must be locked, another password, and ends all their sessions and tokens but those of the login. */
export async function setPassword(
  em: EntityManager,
  customer: Customer,
  { password_hash, session_id, access_token }: PasswordChange,
): Promise<void> {
  customer.password_hash = password_hash
  customer.kept_token_hash = access_token && hashOfToken(access_token)
  await endCustomerSessions(em, customer.id, session_id)
}
