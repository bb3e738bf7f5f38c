import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { setCartAddresses } from '../cart/cart-address.ts'
import { giveToCustomer, giveToGuest } from '../cart/cart-customer.ts'
import { beginCart } from '../cart/create-cart.ts'
import { codesOf } from '../cart/update-cart.ts'
import type { AddressInput } from '../customer/address-input.ts'
import { readDiscounts, setDiscounts } from '../discount/apply-discounts.ts'
import { announce } from '../event/announce.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import { putDraftLines, type WantedDraftLine } from './draft-lines.ts'
import { DraftOrder } from './draft-order.ts'
import { shipDraft, type WantedShipping } from './ship-draft.ts'

export interface NewDraftOrder {
  region_id: string
  /** Of a guest, unless a customer is named. */
  email: string
  customer_id?: string | null | undefined
  /** They may be added later. */
  items?: readonly WantedDraftLine[] | null | undefined
  shipping_methods: readonly WantedShipping[]
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
  const cart = await beginCart(em, { region_id, type: 'draft_order', context: {} })
  cart.metadata = metadata ?? {}
  if (wanted.customer_id) await giveToCustomer(em, cart, wanted.customer_id)
  else await giveToGuest(em, cart, wanted.email)
  await putDraftLines(em, cart, [], wanted.items ?? [])
  const given = { billing_address: billing_address ?? undefined, shipping_address: shipping_address ?? undefined }
  await setCartAddresses(em, cart, { given, book: 'everybody' })
  await em.flush()
  const codes = codesOf(wanted.discounts)
  if (codes.length > 0) {
    await setDiscounts(em, cart, { given: codes, found: await readDiscounts(em, codes, cart.customer_id) })
  }
  await shipDraft(em, providers, cart.id, wanted.shipping_methods)
  const { no_notification_order } = wanted
  const draft = em.create(DraftOrder, { cart_id: cart.id, no_notification_order, metadata })
  await announce(em, 'draft_order.created', { id: draft.id })
  return draft
}
