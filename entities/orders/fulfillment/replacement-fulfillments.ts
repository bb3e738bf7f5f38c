import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import type { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { NotFound } from '#entities/errors.ts'
import type { Order } from '../order/order.ts'
import { cancelFulfillment } from './cancel-fulfillment.ts'
import { createFulfillments } from './create-fulfillments.ts'
import { Fulfillment } from './fulfillment.ts'
import { advanceReplacement, type Replacement, replacementProgressOf } from './replacement-progress.ts'
import { shipFulfillment } from './ship-fulfillment.ts'

/* The parcels of what a claim or a swap sends; both are locked with their order. */

export type ReplacementOwner = { claim_order_id: string } | { swap_id: string }

export interface OwnedReplacement extends Replacement {
  owner: ReplacementOwner
  order: Order
}

export interface ReplacementParts {
  methods: readonly ShippingMethod[]
  lines: readonly LineItem[]
}

export interface ReplacementFulfillmentInput extends OwnedReplacement {
  metadata?: Metadata | null | undefined
  no_notification: boolean | null
  location_id?: string | null | undefined
  /** Throws where nothing may be packed. */
  refuse(parts: ReplacementParts): void
}

/** Packs everything that is not packed yet; answers the parcels. */
export async function fulfillReplacement(
  em: EntityManager,
  providers: FulfillmentProviders,
  { owner, order, refuse, kind, sender, ...packing }: ReplacementFulfillmentInput,
): Promise<Fulfillment[]> {
  const methods = await em.find(ShippingMethod, owner, { populate: ['shipping_option'], filters: false })
  const lines = await em.find(LineItem, owner, { populate: ['variant.product'], filters: false })
  refuse({ methods, lines })
  const packed = await createFulfillments(em, providers, {
    owner,
    order,
    lines: lines.map((line) => ({
      line,
      profile_id: (line.variant as ProductVariant | null)?.product?.profile_id ?? null,
      quantity: line.quantity - (line.fulfilled_quantity ?? 0),
    })),
    methods,
    ...packing,
  })
  advanceReplacement({ kind, sender }, packed.length > 0 ? replacementProgressOf(lines) : 'requires_action')
  return packed
}

/**
 * Unpacks a parcel, which may be packed again then. A canceled parcel stays as it is.
 * @throws NotFound. NotAllowed where it was shipped, or pieces of it are claimed or come back.
 */
export async function cancelReplacementFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...sending }: OwnedReplacement & { fulfillment_id: string },
): Promise<void> {
  const fulfillment = await findReplacementFulfillment(em, sending, fulfillment_id)
  const isDone = await cancelFulfillment(em, providers, { order: sending.order, fulfillment })
  if (isDone) await syncReplacementStatus(em, sending)
}

/**
 * Registers that a parcel is on its way; answers it where that is news.
 * @throws NotFound. NotAllowed where the parcel is canceled.
 */
export async function shipReplacement(
  em: EntityManager,
  {
    fulfillment_id,
    tracking_numbers,
    ...sending
  }: OwnedReplacement & { fulfillment_id: string; tracking_numbers: readonly string[] },
): Promise<Fulfillment | undefined> {
  const parcel = await findReplacementFulfillment(em, sending, fulfillment_id)
  if (!(await shipFulfillment(em, parcel, tracking_numbers))) return undefined
  await syncReplacementStatus(em, sending)
  return parcel
}

/** @throws NotFound for an unknown parcel, and for one of something else. */
async function findReplacementFulfillment(
  em: EntityManager,
  { owner, kind }: OwnedReplacement,
  id: string,
): Promise<Fulfillment> {
  const parcel = await em.findOne(Fulfillment, { id })
  if (!parcel) throw new NotFound(`Fulfillment with id: ${id} was not found`)
  const [[column, owner_id]] = Object.entries(owner) as [['claim_order_id' | 'swap_id', string]]
  if (parcel[column] !== owner_id)
    throw new NotFound(`no fulfillment was found with the id: ${id} related to ${kind}: ${owner_id}`)
  return parcel
}

/** The claim or swap is as far as its pieces are. */
async function syncReplacementStatus(em: EntityManager, { owner, kind, sender }: OwnedReplacement): Promise<void> {
  advanceReplacement({ kind, sender }, replacementProgressOf(await em.find(LineItem, owner)))
}
