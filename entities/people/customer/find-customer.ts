import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound, Unauthorized } from '#entities/errors.ts'
import { withVerifiedAccount } from '../credentials/verified-account.ts'
import { Customer } from './customer.ts'

/** Somebody with an account, by their e-mail in whatever case; guests have none. */
export async function customerByEmail(em: EntityManager, email: string): Promise<Customer | null> {
  const where = { email: email.toLowerCase(), has_account: true }
  return em.findOne(Customer, where, { populate: ['password_hash'] })
}

/** Does work as the customer with this e-mail and password, as `withVerifiedAccount`. Returns null for a wrong pair. */
export function withCustomerByPassword<Result>(
  em: EntityManager,
  { email, password }: { email: string; password: string },
  work: (tx: EntityManager, customer: Customer) => Promise<Result>,
): Promise<Result | null> {
  return withVerifiedAccount(
    em,
    { table: 'customer', find: (reader) => customerByEmail(reader, email), password },
    work,
  )
}

/** The customer who is logged in. What they change waits until an earlier change of theirs is done. */
export async function lockCustomer(em: EntityManager, id: string): Promise<Customer> {
  const customer = await maybeLocked(em, id)
  if (!customer) throw new Unauthorized()
  return customer
}

/** Any customer, as an administrator names them; locked in the same way. */
export async function lockCustomerById(em: EntityManager, id: string): Promise<Customer> {
  const customer = await maybeLocked(em, id)
  if (!customer) throw new NotFound(`Customer with id: ${id} was not found`)
  return customer
}

function maybeLocked(em: EntityManager, id: string): Promise<Customer | null> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, populate: ['password_hash'] } as const
  return em.findOne(Customer, { id }, options)
}

/** The e-mail of the customer who is logged in, and the secret that their tokens are bound to. */
export async function customerAccount(em: EntityManager, id: string): Promise<{ email: string; bond: string }> {
  const customer = await em.findOne(Customer, { id, has_account: true }, { populate: ['password_hash'] })
  if (!customer?.password_hash) throw new Unauthorized()
  return { email: customer.email, bond: customer.password_hash }
}
