import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { now } from '#entities/values/clock.ts'
import type { Claims, Tokens } from '../credentials/tokens.ts'
import { Customer } from './customer.ts'
import { withCustomerByPassword } from './find-customer.ts'

export function issueCustomerToken(
  em: EntityManager,
  tokens: Tokens,
  credentials: { email: string; password: string },
): Promise<string | null> {
  return withCustomerByPassword(em, credentials, async (_tx, { id, password_hash: bond }) =>
    bond ? tokens.sign({ customer_id: id }, { domain: 'store', lifetime: '30d', bond }) : null,
  )
}

export async function customerIdByToken(em: EntityManager, tokens: Tokens, token: string): Promise<string | null> {
  let keptTokenOwnerId: string | null = null
  const claims = await tokens.read(token, 'store', async (unverifiedClaims) => {
    const customer = await findAccount(em, unverifiedClaims)
    // This token was verified when its hash was stored. It is still bound to the previous password.
    if (customer?.keepsToken(token) && !isExpired(unverifiedClaims)) keptTokenOwnerId = customer.id
    return customer?.password_hash
  })
  return keptTokenOwnerId ?? (claims && String(claims.customer_id))
}

const findAccount = (em: EntityManager, { customer_id }: Claims): Promise<Row<Customer> | null> =>
  findRow(em, Customer, { id: String(customer_id), has_account: true })

const isExpired = ({ exp }: Claims): boolean => Number(exp) * 1000 <= now().getTime()
