import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed, type PricedCartSnapshot, type Rule, rowWithFields } from 'cartwright'
import { Approval } from './approval.ts'
import { fields } from './options.ts'

/** @throws NotAllowed if the cart is above the limit of its customer and its content is not approved. */
export async function assertApproved({ em, ...priced }: PricedCartSnapshot & { em: EntityManager }): Promise<void> {
  if (priced.cart.type !== 'default' || !isAboveLimit(priced)) return
  const content = { cart_id: priced.cart.id, content_hash: contentHashOf(priced) }
  if ((await em.count(Approval, { ...content, status: 'approved' })) === 0)
    throw new NotAllowed('An order of this size needs an approval. Request the approval of this cart.')
}

/** Without a login, an e-mail address gives the cart to a guest without a limit. */
export const keepCustomer: Rule<'cart.update'> = ({ cart, change, caller_id }) => {
  if (caller_id === null && change.email && limitOf(cart) !== null)
    throw new NotAllowed(
      'Log in to change the e-mail address of this cart, because its customer has a limit for orders',
    )
}

const limitOf = ({ customer }: PricedCartSnapshot['cart']): number | null =>
  customer && rowWithFields(customer, fields.customer).approval_limit

export function isAboveLimit({ cart, totals }: PricedCartSnapshot): boolean {
  const limit = limitOf(cart)
  return limit !== null && totals.total > limit
}

/** The hash covers the goods, the delivery address and the total. */
export function contentHashOf({ cart, totals }: PricedCartSnapshot): string {
  const { items, region, shipping_address: to } = cart
  const goods = items.map(({ id, variant_id, quantity, unit_price }) => [id, variant_id, quantity, unit_price])
  const address = [to?.address_1, to?.address_2, to?.postal_code, to?.city, to?.country_code]
  return createHash('sha256')
    .update(JSON.stringify([goods, address, totals.total, region.currency_code]))
    .digest('hex')
}
