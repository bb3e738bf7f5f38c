import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { LineItem } from '../cart/line-item.ts'
import { NotFound } from '../errors.ts'
import type { Order } from '../order/order.ts'
import type { ProductVariant } from '../product/product-variant.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import { ShippingMethod } from '../shipping/shipping-method.ts'
import { cancelFulfillment } from './cancel-fulfillment.ts'
import { Fulfillment } from './fulfillment.ts'
import { packParcels } from './pack-parcels.ts'
import { advanceReplacement, progressOf, type Replacement } from './replacement-progress.ts'
import { shipFulfillment } from './ship-fulfillment.ts'

/* The parcels of what a claim or a swap sends; both are locked with their order. */

export type Owner = { claim_order_id: string } | { swap_id: string }

export interface Sending extends Replacement {
  owner: Owner
  order: Order
}

export interface SendingParts {
  methods: readonly ShippingMethod[]
  lines: readonly LineItem[]
}

export interface ReplacementPacking extends Sending {
  metadata?: Metadata | null | undefined
  no_notification: boolean | null
  location_id?: string | null | undefined
  /** Throws where nothing may be packed. */
  refuse(parts: SendingParts): void
}

/** Packs everything that is not packed yet; answers the parcels. */
export async function packReplacement(
  em: EntityManager,
  providers: FulfillmentProviders,
  { owner, order, refuse, kind, sender, ...packing }: ReplacementPacking,
): Promise<Fulfillment[]> {
  const methods = await em.find(ShippingMethod, owner, { populate: ['shipping_option'], filters: false })
  const lines = await em.find(LineItem, owner, { populate: ['variant.product'], filters: false })
  refuse({ methods, lines })
  const packed = await packParcels(em, providers, {
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
  advanceReplacement({ kind, sender }, packed.length > 0 ? progressOf(lines) : 'requires_action')
  return packed
}

/**
 * Unpacks a parcel, which may be packed again then. A canceled parcel stays as it is.
 * @throws NotFound. NotAllowed where it was shipped, or pieces of it are claimed or come back.
 */
export async function unpackReplacement(
  em: EntityManager,
  providers: FulfillmentProviders,
  { fulfillment_id, ...sending }: Sending & { fulfillment_id: string },
): Promise<void> {
  const fulfillment = await parcelOf(em, sending, fulfillment_id)
  const isDone = await cancelFulfillment(em, providers, { order: sending.order, fulfillment })
  if (isDone) await follow(em, sending)
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
  }: Sending & { fulfillment_id: string; tracking_numbers: readonly string[] },
): Promise<Fulfillment | undefined> {
  const parcel = await parcelOf(em, sending, fulfillment_id)
  if (!(await shipFulfillment(em, parcel, tracking_numbers))) return undefined
  await follow(em, sending)
  return parcel
}

/** @throws NotFound for an unknown parcel, and for one of something else. */
async function parcelOf(em: EntityManager, { owner, kind }: Sending, id: string): Promise<Fulfillment> {
  const parcel = await em.findOne(Fulfillment, { id })
  if (!parcel) throw new NotFound(`Fulfillment with id: ${id} was not found`)
  const [[column, owner_id]] = Object.entries(owner) as [['claim_order_id' | 'swap_id', string]]
  if (parcel[column] !== owner_id)
    throw new NotFound(`no fulfillment was found with the id: ${id} related to ${kind}: ${owner_id}`)
  return parcel
}

/** The claim or swap is as far as its pieces are. */
async function follow(em: EntityManager, { owner, kind, sender }: Sending): Promise<void> {
  advanceReplacement({ kind, sender }, progressOf(await em.find(LineItem, owner)))
}
