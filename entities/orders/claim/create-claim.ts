import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { InvalidData } from '#entities/errors.ts'
import { Address } from '#entities/people/customer/address.ts'
import { normalizeAddress } from '#entities/people/customer/address-input.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { sum } from '#entities/values/money.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { allocateRefund, computeClaimRefunds } from '../order/refund-amounts.ts'
import { readRefundableAmount } from '../order/returned-quantities.ts'
import { addReplacementItems } from './add-replacement-items.ts'
import { ClaimImage } from './claim-image.ts'
import { ClaimItem } from './claim-item.ts'
import { setMethods } from './claim-methods.ts'
import { ClaimOrder } from './claim-order.ts'
import { addClaimTags } from './claim-tags.ts'
import { type ClaimedLine, readClaimedLines } from './claimed-lines.ts'
import { type NewClaim, type NewClaimItem, refuseIncomplete } from './new-claim.ts'
import { refundClaim } from './refund-claim.ts'
import { requestClaimReturn } from './request-claim-return.ts'

export interface ClaimPorts {
  payment: PaymentProviders
  fulfillment: FulfillmentProviders
}

/**
 * Claims pieces of an order that were sent: gives back what they cost, or takes others out of the stock to send them
 * instead, and may ask for the pieces. All of it or, where it throws, nothing.
 * @throws NotFound for an order, a line or a shipping option that is not there. InvalidData as `refuseIncomplete`,
 * for what is canceled and for what is not sold. NotAllowed for pieces that cannot be claimed or sent, and for more
 * money than is left.
 */
export async function createClaim(
  em: EntityManager,
  ports: ClaimPorts,
  { order_id, ...given }: NewClaim & { order_id: string },
): Promise<ClaimOrder> {
  const order = await lockOrder(em, order_id, `Order with id ${order_id} was not found`)
  refuseIncomplete(given)
  if (order.canceled_at) throw new InvalidData('Cannot create a claim on a canceled item.')
  const lines = await readClaimedLines(em, order, given.claim_items)
  const refunds = await refundsOf(em, order, { given, lines })
  const claim = storeClaim(em, order, given)
  const items = storeItems(em, { claim, given, lines, refunds })
  await em.flush()
  await addClaimTags(em, new Map(items.map(({ id }, i) => [id, given.claim_items[i]?.tags ?? []])))
  const subtotal = await addReplacementItems(em, { claim, order }, given.additional_items ?? [])
  const methods = given.shipping_methods ?? []
  if (methods.length > 0) await setMethods(em, ports.fulfillment, { claim, order, subtotal, methods })
  const { return_shipping: shipping, return_location_id: location_id = null } = given
  const worth = sum(claim.type === 'refund' ? refunds : computeClaimRefunds(backsOf(lines), Number.MAX_SAFE_INTEGER))
  const pieces = items.map(({ item_id, quantity }, i) => ({ item_id, quantity, metadata: lines[i]!.metadata }))
  if (shipping) await requestClaimReturn(em, ports.fulfillment, { claim, order, pieces, worth, shipping, location_id })
  await em.flush()
  if (claim.type === 'refund') await refundClaim(em, ports.payment, { claim, order })
  await announceCreation(em, claim, items)
  return claim
}

interface ClaimedItems {
  given: NewClaim
  lines: readonly ClaimedLine[]
}

/** The refund of each item in minor units; what was not named is computed. */
async function refundsOf(em: EntityManager, order: Order, { given, lines }: ClaimedItems): Promise<readonly number[]> {
  if (given.type === 'replace') return lines.map(() => 0)
  if (given.refund_amount != null) return allocateRefund(given.refund_amount, backsOf(lines))
  return computeClaimRefunds(backsOf(lines), await readRefundableAmount(em, order.id))
}

const backsOf = (lines: readonly ClaimedLine[]) => lines.map(({ back }) => back)

function storeClaim(em: EntityManager, order: Order, given: NewClaim): ClaimOrder {
  const { type, shipping_address, metadata } = given
  const address = shipping_address && em.create(Address, normalizeAddress(shipping_address))
  return em.create(ClaimOrder, {
    order_id: order.id,
    type,
    payment_status: type === 'refund' ? 'not_refunded' : 'na',
    shipping_address_id: address?.id ?? order.shipping_address_id ?? null,
    no_notification: given.no_notification ?? order.no_notification ?? null,
    metadata: metadata ?? null,
  })
}

function storeItems(
  em: EntityManager,
  { claim, given, lines, refunds }: ClaimedItems & { claim: ClaimOrder; refunds: readonly number[] },
): ClaimItem[] {
  if (claim.type === 'refund') claim.refund_amount = sum(refunds)
  return given.claim_items.map(({ item_id, quantity, reason, note, images }: NewClaimItem, i) => {
    const { variant_id } = lines[i] as ClaimedLine
    const refund_amount = refunds[i] ?? 0
    const stored = {
      claim_order_id: claim.id,
      item_id,
      variant_id,
      quantity,
      reason,
      note: note ?? null,
      refund_amount,
    }
    const item = em.create(ClaimItem, stored)
    for (const url of images ?? []) em.create(ClaimImage, { claim_item_id: item.id, url })
    return item
  })
}

async function announceCreation(em: EntityManager, claim: ClaimOrder, items: readonly ClaimItem[]): Promise<void> {
  const no_notification = claim.no_notification ?? null
  const created = { name: 'claim.created', payload: { id: claim.id, no_notification } } as const
  const ofItems = items.map(({ id }) => ({ name: 'claim_item.created', payload: { id, no_notification } }) as const)
  const refunded = { name: 'claim.refund_processed', payload: { id: claim.id, no_notification } } as const
  await announceAll(em, [created, ...ofItems, ...(claim.payment_status === 'refunded' ? [refunded] : [])])
}
