import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, type Row } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { NotFound } from '#entities/errors.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { announce, announceAll } from '#entities/platform/event/announce.ts'
import { cancelFulfillment } from './cancel-fulfillment.ts'
import { createFulfillments } from './create-fulfillments.ts'
import { findShippedGoods } from './find-shipped-goods.ts'
import { Fulfillment } from './fulfillment.ts'
import type { LockedReplacement, Replacement } from './replacement.ts'
import { advanceReplacement, computeReplacementStatus } from './replacement-progress.ts'
import { shipFulfillment } from './ship-fulfillment.ts'
import type { Tracking } from './tracking.ts'

export interface ReplacementFulfillmentInput {
  metadata?: Metadata | null | undefined
  no_notification?: boolean | null | undefined
  location_id?: string | null | undefined
}

export async function fulfillReplacement(
  em: EntityManager,
  providers: FulfillmentProviders,
  { replacement, order, metadata, location_id, ...input }: LockedReplacement & ReplacementFulfillmentInput,
): Promise<void> {
  const owner = replacement.owner()
  const { lines, methods, profileOf } = await findShippedGoods(em, owner)
  replacement.assertFulfillable({ methods, lines })
  const no_notification = input.no_notification ?? replacement.no_notification ?? null
  const fulfillments = await createFulfillments(em, providers, {
    owner,
    order,
    lines: lines.map((line) => ({ line, profile_id: profileOf(line), quantity: line.unfulfilledQuantity() })),
    methods,
    no_notification,
    location_id,
    metadata,
  })
  advanceReplacement(replacement, fulfillments.length > 0 ? computeReplacementStatus(lines) : 'requires_action')
  const name = `${replacement.kind()}.fulfillment_created` as const
  await announceAll(
    em,
    fulfillments.map(({ id }) => ({ name, payload: { id: replacement.id, no_notification, fulfillment_id: id } })),
  )
}

export async function cancelReplacementFulfillment(
  em: EntityManager,
  providers: FulfillmentProviders,
  { replacement, order, fulfillment_id }: LockedReplacement & { fulfillment_id: string },
): Promise<void> {
  const fulfillment = await findReplacementFulfillment(em, replacement, fulfillment_id)
  if (await cancelFulfillment(em, providers, { order, fulfillment })) await syncReplacementStatus(em, replacement)
}

interface ReplacementShipment extends Tracking {
  replacement: Replacement
  fulfillment_id: string
  no_notification?: boolean | null | undefined
}

export async function shipReplacement(
  em: EntityManager,
  { replacement, fulfillment_id, tracking_numbers, carrier, ...input }: ReplacementShipment,
): Promise<void> {
  const fulfillment = await findReplacementFulfillment(em, replacement, fulfillment_id)
  if (!(await shipFulfillment(em, fulfillment, { tracking_numbers, carrier }))) return
  await syncReplacementStatus(em, replacement)
  const no_notification = input.no_notification ?? fulfillment.no_notification ?? replacement.no_notification ?? null
  const name = `${replacement.kind()}.shipment_created` as const
  await announce(em, name, { id: replacement.id, fulfillment_id, no_notification })
}

async function findReplacementFulfillment(
  em: EntityManager,
  replacement: Replacement,
  id: string,
): Promise<Row<Fulfillment>> {
  const fulfillment = await findRow(em, Fulfillment, { id })
  if (!fulfillment) throw new NotFound(`Fulfillment with id: ${id} was not found`)
  const { claim_order_id, swap_id } = fulfillment
  if ((replacement.kind() === 'claim' ? claim_order_id : swap_id) === replacement.id) return fulfillment
  throw new NotFound(`no fulfillment was found with the id: ${id} related to ${replacement.kind()}: ${replacement.id}`)
}

async function syncReplacementStatus(em: EntityManager, replacement: Replacement): Promise<void> {
  const lines = await findRows(em, LineItem, replacement.owner())
  advanceReplacement(replacement, computeReplacementStatus(lines))
}
