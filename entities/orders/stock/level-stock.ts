import { lockCartLevels } from './cart-levels.ts'
import { applyEditToLevels } from './edit-levels.ts'
import { assertInLevels, fulfillFromLevels } from './fulfill-levels.ts'
import type { OrderStock } from './order-stock.ts'
import { putFulfillmentBack } from './put-fulfillment-back.ts'
import { receiveIntoLevels } from './receive-into-levels.ts'
import { releaseLines, reserveLines } from './reserve-lines.ts'

/** With inventory, a completion reserves units at locations, and a fulfillment takes them. */
export const levelStock: OrderStock = {
  lockCart: lockCartLevels,
  take: reserveLines,
  release: releaseLines,
  /** An edit is checked at its confirmation. */
  async assertEditCovered() {},
  applyEdit: applyEditToLevels,
  assertFulfillable: assertInLevels,
  fulfill: fulfillFromLevels,
  cancelFulfillment: putFulfillmentBack,
  receive: receiveIntoLevels,
}
