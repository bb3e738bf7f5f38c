import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { readDiscounts, setDiscounts } from '#entities/cart/cart/apply-discounts.ts'
import { setCartAddresses } from '#entities/cart/cart/cart-address.ts'
import { assignCustomer, assignGuest } from '#entities/cart/cart/cart-customer.ts'
import { createEmptyCart } from '#entities/cart/cart/create-cart.ts'
import { codesOf } from '#entities/cart/cart/update-cart.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import type { AddressInput } from '#entities/people/customer/address-input.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { changeDraftShipping, type DraftShippingInput } from './change-draft-shipping.ts'
import { createDraftLines, type DraftLineInput } from './draft-lines.ts'
import { DraftOrder } from './draft-order.ts'

export interface NewDraftOrder {
  region_id: string
  /** Of a guest, unless a customer is named. */
  email: string
  customer_id?: string | null | undefined
  /** They may be added later. */
  items?: readonly DraftLineInput[] | null | undefined
  shipping_methods: readonly DraftShippingInput[]
  billing_address?: AddressInput | string | null | undefined
  shipping_address?: AddressInput | string | null | undefined
  discounts?: readonly { code: string }[] | null | undefined
  no_notification_order?: boolean | null | undefined
  metadata?: Metadata | null | undefined
}

/**
 * Fills a cart for a customer, by the rules of all carts; only the shop names prices and sells what is not offered.
 * @throws what they throw; then there is no draft.
 */
export async function createDraftOrder(
  em: EntityManager,
  providers: FulfillmentProviders,
  wanted: NewDraftOrder,
): Promise<DraftOrder> {
  const { region_id, billing_address, shipping_address, metadata } = wanted
  const cart = await createEmptyCart(em, { region_id, type: 'draft_order', context: {} })
  cart.metadata = metadata ?? {}
  if (wanted.customer_id) await assignCustomer(em, cart, wanted.customer_id)
  else await assignGuest(em, cart, wanted.email)
  await createDraftLines(em, cart, [], wanted.items ?? [])
  const given = { billing_address: billing_address ?? undefined, shipping_address: shipping_address ?? undefined }
  await setCartAddresses(em, cart, { given, book: 'everybody' })
  await em.flush()
  const codes = codesOf(wanted.discounts)
  if (codes.length > 0) {
    await setDiscounts(em, cart, { given: codes, found: await readDiscounts(em, codes, cart.customer_id) })
  }
  await changeDraftShipping(em, providers, cart.id, wanted.shipping_methods)
  const { no_notification_order } = wanted
  const draft = em.create(DraftOrder, { cart_id: cart.id, no_notification_order, metadata })
  await announce(em, 'draft_order.created', { id: draft.id })
  return draft
}
