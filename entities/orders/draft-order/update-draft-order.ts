import type { EntityManager } from '@mikro-orm/postgresql'
import { readDiscounts } from '#entities/cart/cart/apply-discounts.ts'
import { assignCustomer, assignGuest, hasOtherGroups } from '#entities/cart/cart/cart-customer.ts'
import { trackCart } from '#entities/cart/cart/open-cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { applyCartChanges, type CartChanges, codesOf } from '#entities/cart/cart/update-cart.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { findCustomerGroups } from '#entities/people/customer/customer-groups.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { changeFields } from '#entities/platform/field/installed-fields.ts'
import { changeDraftShipping, type DraftShippingInput } from './change-draft-shipping.ts'
import { lockOpenDraft } from './lock-draft-order.ts'

export interface DraftOrderChanges extends Omit<CartChanges, 'sales_channel_id' | 'gift_cards' | 'context'> {
  no_notification_order?: boolean | null | undefined
  /** Replaces the shipping. */
  shipping_methods?: readonly DraftShippingInput[] | undefined
}

interface DraftProviders {
  payment: PaymentProviders
  fulfillment: FulfillmentProviders
}

export async function updateDraftOrder(
  em: EntityManager,
  { payment, fulfillment }: DraftProviders,
  { id, no_notification_order, email, customer_id, shipping_methods, ...changes }: DraftOrderChanges & { id: string },
): Promise<void> {
  const { draft, cart: lockedCart } = await lockOpenDraft(em, id)
  const cart = trackCart(em, await readCart(em, lockedCart.id))
  if (no_notification_order !== undefined) draft.no_notification_order = no_notification_order
  changeFields('draft_order', draft, changes)
  const previousCustomerId = cart.customer_id
  if (customer_id) await assignCustomer(em, cart, customer_id)
  else if (email) await assignGuest(em, cart, email)
  const discounts = await readDiscounts(em, codesOf(changes.discounts), cart.customer_id)
  const groupIds = await findCustomerGroups(em, cart.customer_id)
  const shouldReprice = Boolean(customer_id) || (await hasOtherGroups(em, previousCustomerId, groupIds))
  await applyCartChanges(em, cart, {
    changes,
    shouldReprice,
    addressBook: 'all customers',
    payment,
    rows: { discounts },
  })
  if (shipping_methods) {
    await em.flush()
    await changeDraftShipping(em, fulfillment, cart.id, shipping_methods)
  }
  await announce(em, 'draft_order.updated', { id })
}
