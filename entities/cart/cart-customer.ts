import type { EntityManager } from '@mikro-orm/postgresql'
import { Customer } from '../customer/customer.ts'
import { NotAllowed, NotFound } from '../errors.ts'
import { newId } from '../id.ts'
import { type Bound, statement, together } from '../statement.ts'
import type { Cart } from './cart.ts'

/** The cart is this customer's from now on. @throws NotFound */
export async function giveToCustomer(em: EntityManager, cart: Cart, customer_id: string): Promise<Customer> {
  const customer = await em.findOne(Customer, { id: customer_id })
  if (!customer) throw new NotFound(`Customer with id: ${customer_id} was not found`)
  giveTo(cart, customer)
  return customer
}

export function giveTo(cart: Cart, { id, email }: Pick<Customer, 'id' | 'email'>): void {
  cart.customer_id = id
  cart.email = email
}

/** Whether a customer who logs in may have the cart: nobody has it, or a guest, who cannot log in. */
export async function isUpForGrabs(em: EntityManager, cart: Pick<Cart, 'customer_id'>): Promise<boolean> {
  if (!cart.customer_id) return true
  const owner = await em.findOne(Customer, { id: cart.customer_id })
  return !owner?.has_account
}

/** The cart is a guest's with this e-mail. */
export async function giveToGuest(em: EntityManager, cart: Cart, email: string): Promise<void> {
  const [[guest]] = await together(em, findingGuest(email))
  giveTo(cart, guest!)
}

/** What answers the guest with this e-mail, new or known, even where an account has it too: an e-mail proves nothing. */
export const findingGuest = (email: string): Bound<Pick<Customer, 'id' | 'email'>> =>
  findOrMakeGuest.with(newId('cus'), email.toLowerCase())

/** @throws NotAllowed where somebody names a customer who is not themselves. */
export function requireSelf(customer_id: string, caller_id: string | null): void {
  if (customer_id !== caller_id) throw new NotAllowed('A cart can only be given to the customer who is logged in')
}

/* Two carts may meet a new guest at once; both get the same one. */
const findOrMakeGuest = statement<Pick<Customer, 'id' | 'email'>>(`
  with known as (select id, email from customer where email = $2 and not has_account and deleted_at is null),
  made as (
    insert into customer (id, created_at, updated_at, email, has_account)
    select $1, now(), now(), $2, false where not exists (select from known)
    on conflict (email, has_account) where deleted_at is null do update set email = excluded.email returning id, email)
  select id, email from known union all select id, email from made`)
