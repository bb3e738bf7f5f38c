import type { EntityManager } from '@mikro-orm/postgresql'
import { sum } from '../money.ts'
import type { Order } from '../order/order.ts'
import type { AddedMethod } from '../shipping/add-methods.ts'
import type { FulfillmentProviders } from '../shipping/choose-shipping.ts'
import type { Return } from './return.ts'
import { ReturnItem } from './return-item.ts'
import type { ReturnedLine } from './returned-lines.ts'
import { shipBack, type WantedWayBack } from './ship-back.ts'

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
export function requestItems(
  em: EntityManager,
  { id: return_id }: Return,
  { items, lines, refunds }: { items: ItemsToReturn; lines: readonly ReturnedLine[]; refunds: readonly number[] },
): void {
  for (const [i, { item_id, quantity, reason_id = null, note = null }] of items.entries()) {
    const asked = { quantity, requested_quantity: quantity, reason_id, note, refund_amount: refunds[i] ?? 0 }
    em.create(ReturnItem, { return_id, item_id, ...asked, metadata: lines[i]!.sent.metadata })
  }
}

export interface ItemsToBring {
  back: Return
  order: Order
  items: ItemsToReturn
  lines: readonly ReturnedLine[]
  shipping: WantedWayBack | null | undefined
}

/** Has the items of a return brought back, where it is said how. @throws as `shipBack`. */
export async function bringBack(
  em: EntityManager,
  providers: FulfillmentProviders,
  { back, order, items, lines, shipping }: ItemsToBring,
): Promise<AddedMethod | undefined> {
  if (!shipping) return undefined
  const pieces = new Map(items.map(({ item_id, quantity }) => [item_id, quantity]))
  const subtotal = sum(lines.map(({ worth }) => worth))
  return shipBack(em, providers, { back, order, pieces, subtotal, shipping })
}
