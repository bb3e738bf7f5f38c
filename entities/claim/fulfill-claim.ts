import type { EntityManager } from '@mikro-orm/postgresql'
import type { Metadata } from '../base.ts'
import { LineItem } from '../cart/line-item.ts'
import { NotAllowed } from '../errors.ts'
import { announceAll } from '../event/announce.ts'
import { packParcels } from '../fulfillment/pack-parcels.ts'
import type { ProductVariant } from '../product/product-variant.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import { ShippingMethod } from '../shipping/shipping-method.ts'
import type { ClaimOrder } from './claim-order.ts'
import { type ClaimIds, lockClaim } from './lock-claim.ts'
import { advanceClaim, isPacked, progressOf } from './progress.ts'

export interface ClaimPacking {
  metadata?: Metadata | null | undefined
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
}

/**
 * Packs everything that a claim sends instead and that is not packed yet.
 * @throws NotFound. NotAllowed for a claim that is canceled, gives money back, is packed already or has no shipping method.
 */
export async function fulfillClaim(
  em: EntityManager,
  providers: FulfillmentProviders,
  { metadata, no_notification, location_id, ...ids }: ClaimPacking & ClaimIds,
): Promise<void> {
  const { claim, order } = await lockClaim(em, ids)
  const methods = await em.find(
    ShippingMethod,
    { claim_order_id: claim.id },
    { populate: ['shipping_option'], filters: false },
  )
  const lines = await em.find(LineItem, { claim_order_id: claim.id }, { populate: ['variant.product'], filters: false })
  refuseFulfillment(claim, { methods, lines })
  const silence = no_notification ?? claim.no_notification ?? null
  const packed = await packParcels(em, providers, {
    owner: { claim_order_id: claim.id },
    order,
    lines: lines.map((line) => ({
      line,
      profile_id: (line.variant as ProductVariant | null)?.product?.profile_id ?? null,
      quantity: line.quantity - (line.fulfilled_quantity ?? 0),
    })),
    methods,
    no_notification: silence,
    location_id,
    metadata,
  })
  advanceClaim(claim, packed.length > 0 ? progressOf(lines) : 'requires_action')
  const told = { id: claim.id, no_notification: silence }
  await announceAll(
    em,
    packed.map(({ id }) => ({ name: 'claim.fulfillment_created', payload: { ...told, fulfillment_id: id } }) as const),
  )
}

function refuseFulfillment(
  claim: ClaimOrder,
  { methods, lines }: { methods: readonly ShippingMethod[]; lines: readonly LineItem[] },
): void {
  if (claim.canceled_at) throw new NotAllowed('Canceled claim cannot be fulfilled')
  if (claim.type !== 'replace') throw new NotAllowed('Claims with the type "refund" can not be fulfilled.')
  if (isPacked(lines)) throw new NotAllowed('The claim has already been fulfilled.')
  if (methods.length === 0) throw new NotAllowed('Cannot fulfill a claim without a shipping method.')
}
