import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tokens } from '../tokens.ts'
import { Customer } from './customer.ts'
import { customerByPassword } from './find-customer.ts'

/** A token in place of a session; null for a wrong pair. It ends with the account, and with the password. */
export async function issueCustomerToken(
  em: EntityManager,
  tokens: Tokens,
  { email, password }: { email: string; password: string },
): Promise<string | null> {
  const customer = await customerByPassword(em, email, password)
  if (!customer?.password_hash) return null
  const terms = { domain: 'store', lifetime: '30d', bond: customer.password_hash } as const
  return tokens.sign({ customer_id: customer.id }, terms)
}

/** The id of the customer whose token it is. */
export async function customerIdByToken(em: EntityManager, tokens: Tokens, token: string): Promise<string | null> {
  const claims = await tokens.read(token, 'store', ({ customer_id }) => passwordHashOf(em, customer_id))
  return claims && String(claims.customer_id)
}

async function passwordHashOf(em: EntityManager, id: unknown): Promise<string | null | undefined> {
  const where = { id: String(id), has_account: true }
  return (await em.findOne(Customer, where, { populate: ['password_hash'] }))?.password_hash
}
