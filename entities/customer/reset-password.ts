import type { EntityManager } from '@mikro-orm/postgresql'
import { Unauthorized } from '../errors.ts'
import { announce } from '../event/announce.ts'
import type { Tokens } from '../tokens.ts'
import type { Customer } from './customer.ts'
import { customerByEmail, lockCustomer } from './find-customer.ts'
import { type PasswordChange, setPassword } from './set-password.ts'

/** Sends a token to whoever reads the e-mail of the account; nothing where there is no account. */
export async function sendPasswordToken(em: EntityManager, tokens: Tokens, asked: string): Promise<void> {
  const customer = await customerByEmail(em, asked)
  if (!customer?.password_hash) return
  const { id, email, first_name, last_name, password_hash: bond } = customer
  const token = await tokens.sign({ customer_id: id }, { domain: 'password_reset', lifetime: '15m', bond })
  await announce(em, 'customer.password_reset', { id, email, first_name, last_name, token })
}

/**
 * Gives the account a new password, as `setPassword`. A token is good for one: it is bound to the password it is there to
 * replace.
 * @throws Unauthorized where the token is not for this account, or not any more.
 */
export async function resetPassword(
  em: EntityManager,
  tokens: Tokens,
  { email, token, ...wanted }: PasswordChange & { email: string; token: string },
): Promise<Customer> {
  const found = await customerByEmail(em, email)
  const customer = found && (await lockCustomer(em, found.id))
  const claims = await tokens.read(token, 'password_reset', async () => customer?.password_hash)
  if (!customer || claims?.customer_id !== customer.id)
    throw new Unauthorized('Invalid or expired password reset token')
  await setPassword(em, customer, wanted)
  await announce(em, 'customer.updated', { id: customer.id })
  return customer
}
