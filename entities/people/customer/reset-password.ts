import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { Unauthorized } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { Tokens } from '../credentials/tokens.ts'
import type { Customer } from './customer.ts'
import { customerByEmail, lockCustomer } from './find-customer.ts'
import { type PasswordChange, setPassword } from './set-password.ts'

export async function sendCustomerPasswordToken(
  em: EntityManager,
  tokens: Tokens,
  email_address: string,
): Promise<void> {
  const customer = await customerByEmail(em, email_address)
  if (!customer) return
  const { id, email, first_name, last_name } = customer
  const terms = { domain: 'password_reset', lifetime: '15m', bond: bondOf(customer) } as const
  const token = await tokens.sign({ customer_id: id }, terms)
  await announce(em, 'customer.password_reset', { id, email, first_name, last_name, token })
}

export interface ResetRequest {
  email: string
  token: string
}

/** Call this function before hashing the new password, so that a forged token costs no hash. */
export async function checkResetToken(em: EntityManager, tokens: Tokens, request: ResetRequest): Promise<void> {
  await requireTokenOwner(tokens, await customerByEmail(em, request.email), request.token)
}

export async function resetCustomerPassword(
  em: EntityManager,
  tokens: Tokens,
  { email, token, ...change }: PasswordChange & ResetRequest,
): Promise<Row<Customer>> {
  const account = await customerByEmail(em, email)
  const customer = await requireTokenOwner(tokens, account && (await lockCustomer(em, account.id)), token)
  await setPassword(em, customer, change)
  await announce(em, 'customer.updated', { id: customer.id })
  return customer
}

async function requireTokenOwner(
  tokens: Tokens,
  customer: Row<Customer> | null,
  token: string,
): Promise<Row<Customer>> {
  const claims = await tokens.read(token, 'password_reset', async () => customer && bondOf(customer))
  if (!customer || claims?.customer_id !== customer.id)
    throw new Unauthorized('Invalid or expired password reset token').because({ name: 'token_invalid' })
  return customer
}

/** An imported account has no password until its owner sets one. */
const bondOf = ({ id, password_hash }: Pick<Customer, 'id' | 'password_hash'>): string =>
  password_hash ?? `no password of ${id}`
