import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import type { AddedMethod } from '#entities/cart/shipping/add-shipping-methods.ts'
import type { FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { sum } from '#entities/values/money.ts'
import { addReturnShipping } from '../return/create-return-shipment.ts'
import { createReturnItems } from '../return/request-return-items.ts'
import { Return } from '../return/return.ts'
import type { ReturnedLine } from '../return/returned-lines.ts'
import type { LockedSwap } from './lock-swap.ts'
import type { NewSwap } from './new-swap.ts'

export interface SwapContents extends LockedSwap {
  lines: readonly ReturnedLine[]
  input: Omit<NewSwap, 'order_id'>
}

export interface SwapReturn {
  returnOrder: Row<Return>
  returnShipping: AddedMethod | undefined
}

/** The refunds of the return become credit in the cart of the swap. */
export async function requestSwapReturn(
  em: EntityManager,
  providers: FulfillmentProviders,
  { swap, order, lines, input }: SwapContents,
): Promise<SwapReturn> {
  const { return_items: items, return_shipping, return_location_id: location_id = null, isByCustomer } = input
  const { no_notification } = swap
  const refunds = lines.map(({ value }) => value)
  const credit = sum(refunds)
  const returnOrder = insertRow(em, Return, { swap_id: swap.id, no_notification, location_id, refund_amount: credit })
  createReturnItems(em, returnOrder, { items, lines, refunds })
  const shipping = return_shipping && { ...return_shipping, isByCustomer }
  const returnShipping = shipping
    ? await addReturnShipping(em, providers, { returnOrder, order, subtotal: credit, shipping })
    : undefined
  returnOrder.refund_amount = Math.max(0, credit - (returnShipping?.total ?? 0))
  return { returnOrder, returnShipping }
}
