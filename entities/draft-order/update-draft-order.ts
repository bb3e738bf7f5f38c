import type { EntityManager } from '@mikro-orm/postgresql'
import { giveToCustomer, giveToGuest } from '../cart/cart-customer.ts'
import { holdCart } from '../cart/lock-cart.ts'
import { readCart } from '../cart/read-cart.ts'
import { type CartChanges, changeCart, codesOf } from '../cart/update-cart.ts'
import { readDiscounts } from '../discount/apply-discounts.ts'
import { announce } from '../event/announce.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { lockOpenDraft } from './lock-draft-order.ts'

export interface DraftOrderChanges extends Omit<CartChanges, 'sales_channel_id' | 'gift_cards' | 'context'> {
  no_notification_order?: boolean | null | undefined
}

/**
 * Changes what is named of a draft, by the rules of all carts; the shop gives it to whom it likes.
 * @throws NotFound. NotAllowed where it became an order. As `changeCart`.
 */
export async function updateDraftOrder(
  em: EntityManager,
  payment: PaymentProviders,
  { id, no_notification_order, email, customer_id, ...changes }: DraftOrderChanges & { id: string },
): Promise<void> {
  const { draft, cart: locked } = await lockOpenDraft(em, id)
  const cart = holdCart(em, await readCart(em, locked.id))
  if (no_notification_order !== undefined) draft.no_notification_order = no_notification_order
  if (customer_id) await giveToCustomer(em, cart, customer_id)
  else if (email) await giveToGuest(em, cart, email)
  const discounts = await readDiscounts(em, codesOf(changes.discounts), cart.customer_id)
  const namesCustomer = Boolean(customer_id)
  await changeCart(em, cart, { changes, namesCustomer, book: 'everybody', payment, read: { discounts } })
  await announce(em, 'draft_order.updated', { id })
}
