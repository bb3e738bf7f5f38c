import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson } from '#database/json-rows.ts'
import { type BoundStatement, batch, statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { findCustomerGroups } from '#entities/people/customer/customer-groups.ts'
import { customerJsonSql } from '#entities/people/customer/customer-json.ts'
import { normalizeEmail } from '#entities/values/email.ts'
import { newId } from '#entities/values/id.ts'
import type { Cart } from './cart.ts'
import type { CartSnapshot, CustomerSnapshot } from './read-cart.ts'

type OwnableCart = Pick<Cart, 'customer_id' | 'email'>

export async function assignCustomer(
  em: EntityManager,
  cart: OwnableCart,
  customer_id: string,
): Promise<CustomerSnapshot> {
  const [row] = await selectCustomer(em, customer_id)
  if (!row) throw new NotFound(`Customer with id: ${customer_id} was not found`)
  return assignOwner(cart, fromJson<CustomerSnapshot>(row.customer, { entity: Customer }))
}

const selectCustomer = statement<{ customer: unknown }>(
  `select ${customerJsonSql('c')} as customer from customer c where c.id = $1 and c.deleted_at is null`,
)

export function assignOwner<Owner extends Pick<Customer, 'id' | 'email'>>(cart: OwnableCart, owner: Owner): Owner {
  cart.customer_id = owner.id
  cart.email = owner.email
  return owner
}

/** A customer can claim a cart that has no customer or belongs to a guest. */
export const isClaimableCart = ({ customer }: Pick<CartSnapshot, 'customer'>): boolean => !customer?.has_account

export async function assignGuest(em: EntityManager, cart: OwnableCart, email: string): Promise<void> {
  const [[guest]] = await batch(em, upsertGuestStatement(email))
  assignOwner(cart, parseGuest(guest!))
}

/** Ignores an account with this e-mail address, since an address proves no identity. */
export const upsertGuestStatement = (email: string): BoundStatement<GuestRow> =>
  upsertGuest.with(newId('cus'), normalizeEmail(email))

interface GuestRow {
  guest: unknown
  customer_group_ids: string[]
}

export const parseGuest = ({ guest }: GuestRow): CustomerSnapshot => fromJson(guest, { entity: Customer })

/** Selects the guest with this lower-case `email`, or else the customer of the cart. Both are SQL expressions. */
export const selectCartOwnerSql = ({ cart, email }: { cart: string; email: string }): string => `coalesce(
  (select id from customer where email = ${email} and not has_account and deleted_at is null),
  (select customer_id from cart where id = ${cart}))`

/** Prices depend on the customer groups. `groupIds` are the groups of the new customer. */
export async function hasOtherGroups(
  em: EntityManager,
  previousCustomerId: string | null,
  groupIds: readonly string[],
): Promise<boolean> {
  const previousIds = await findCustomerGroups(em, previousCustomerId)
  return previousIds.length !== groupIds.length || previousIds.some((id) => !groupIds.includes(id))
}

export function assertIsCaller(customer_id: string, caller_id: string | null): void {
  if (customer_id !== caller_id) throw new NotAllowed('customer_id must be the id of the logged-in customer')
}

/* If two requests create the same guest, `on conflict` returns the row of the first request to the second one. */
const upsertGuest = statement<GuestRow>(`
  with known as (
    select * from customer where email = $2 and not has_account and deleted_at is null),
  made as (
    insert into customer (id, created_at, updated_at, email, has_account)
    select $1, now(), now(), $2, false where not exists (select from known)
    on conflict (email, has_account) where deleted_at is null do update set email = excluded.email
    returning *)
  select ${customerJsonSql('known')} as guest,
    array(select customer_group_id from customer_group_customers where customer_id = known.id) as customer_group_ids
  from known union all select ${customerJsonSql('made')}, '{}' from made`)
