import type { EntityManager } from '@mikro-orm/postgresql'
import type { AddedMethod } from '#entities/cart/shipping/add-shipping-methods.ts'
import type { FulfillmentProviders } from '#entities/cart/shipping/choose-shipping.ts'
import { sum } from '#entities/values/money.ts'
import type { Order } from '../order/order.ts'
import { createReturnShipment, type ReturnMethodInput } from './create-return-shipment.ts'
import type { Return } from './return.ts'
import { ReturnItem } from './return-item.ts'
import type { ReturnedLine } from './returned-lines.ts'

export interface ItemToReturn {
  item_id: string
  /** More than 0. */
  quantity: number
  reason_id?: string | null | undefined
  note?: string | null | undefined
}

/** The items of a return; no line is named twice. */
export type ItemsToReturn = readonly ItemToReturn[]

/** Requests the items of a return, with the metadata of their lines; `refunds` tells the part of each, in minor units. */
export function requestReturnItems(
  em: EntityManager,
  { id: return_id }: Return,
  { items, lines, refunds }: { items: ItemsToReturn; lines: readonly ReturnedLine[]; refunds: readonly number[] },
): void {
  for (const [i, { item_id, quantity, reason_id = null, note = null }] of items.entries()) {
    const asked = { quantity, requested_quantity: quantity, reason_id, note, refund_amount: refunds[i] ?? 0 }
    em.create(ReturnItem, { return_id, item_id, ...asked, metadata: lines[i]!.sent.metadata })
  }
}

export interface ReturnShippingInput {
  back: Return
  order: Order
  items: ItemsToReturn
  lines: readonly ReturnedLine[]
  shipping: ReturnMethodInput | null | undefined
}

/** Has the items of a return brought back, where it is said how. @throws as `shipBack`. */
export async function arrangeReturnShipping(
  em: EntityManager,
  providers: FulfillmentProviders,
  { back, order, items, lines, shipping }: ReturnShippingInput,
): Promise<AddedMethod | undefined> {
  if (!shipping) return undefined
  const pieces = new Map(items.map(({ item_id, quantity }) => [item_id, quantity]))
  const subtotal = sum(lines.map(({ worth }) => worth))
  return createReturnShipment(em, providers, { back, order, pieces, subtotal, shipping })
}
