import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { readDiscounts, setDiscounts } from '#entities/cart/cart/apply-discounts.ts'
import { setCartAddresses } from '#entities/cart/cart/cart-address.ts'
import { assignCustomer, assignGuest } from '#entities/cart/cart/cart-customer.ts'
import { createEmptyCart } from '#entities/cart/cart/create-cart.ts'
import { codesOf } from '#entities/cart/cart/update-cart.ts'
import { CartLines } from '#entities/cart/line-item/cart-lines.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import type { AddressInput } from '#entities/people/customer/address-input.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { fieldValuesIn } from '#entities/platform/field/installed-fields.ts'
import { Step } from '#entities/platform/step/step.ts'
import { changeDraftShipping, type DraftShippingInput } from './change-draft-shipping.ts'
import { createDraftLines, type DraftLineInput } from './draft-lines.ts'
import { DraftOrder } from './draft-order.ts'
import { localeOfCustomer } from './locale-of-customer.ts'

export interface NewDraftOrder {
  region_id: string
  email: string
  customer_id?: string | null | undefined
  items?: readonly DraftLineInput[] | null | undefined
  shipping_methods: readonly DraftShippingInput[]
  billing_address?: AddressInput | string | null | undefined
  shipping_address?: AddressInput | string | null | undefined
  discounts?: readonly { code: string }[] | null | undefined
  no_notification_order?: boolean | null | undefined
  metadata?: Metadata | null | undefined
}

export const createDraftOrderStep = new Step<{ draft: NewDraftOrder }, { draft_order_id: string }>({
  moment: 'An administrator creates a draft order. `cart.complete` turns it into an order.',
  context: { draft: 'the input' },
  result: { draft_order_id: '' },
})

/** The lines of a draft order can have custom prices and unpublished variants. Their titles have the language of the customer. */
export async function createDraftOrder(
  em: EntityManager,
  providers: FulfillmentProviders,
  input: NewDraftOrder,
): Promise<Row<DraftOrder>> {
  await createDraftOrderStep.assertAllowed(em, { draft: input })
  const { region_id, billing_address, shipping_address, metadata } = input
  const cart = await createEmptyCart(em, { region_id, type: 'draft_order', context: {} })
  cart.metadata = metadata ?? {}
  if (input.customer_id) await assignCustomer(em, cart, input.customer_id)
  else await assignGuest(em, cart, input.email)
  cart.context = await localeOfCustomer(em, cart)
  await createDraftLines(em, { cart, lines: new CartLines(em, cart.id, []) }, input.items ?? [])
  const addresses = { billing_address: billing_address ?? undefined, shipping_address: shipping_address ?? undefined }
  await setCartAddresses(em, cart, { input: addresses, addressBook: 'all customers' })
  await em.flush()
  const codes = codesOf(input.discounts)
  if (codes.length > 0) {
    await setDiscounts(em, cart, {
      requestedCodes: codes,
      rows: await readDiscounts(em, codes, cart.customer_id),
    })
  }
  await changeDraftShipping(em, providers, cart.id, input.shipping_methods)
  const { no_notification_order } = input
  const draft = insertRow(em, DraftOrder, {
    ...fieldValuesIn('draft_order', input),
    cart_id: cart.id,
    no_notification_order,
    metadata,
  })
  await announce(em, 'draft_order.created', { id: draft.id })
  createDraftOrderStep.addEffects(em, { draft: input, draft_order_id: draft.id })
  return draft
}
