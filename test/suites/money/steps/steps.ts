import type { Random } from '../random.ts'
import { changeDiscount, changePrice, changeTaxRate, withdrawProduct } from './change-catalogue.ts'
import { claimRefund, claimReplacement, fulfillClaim } from './claims.ts'
import { editOrder } from './edit-order.ts'
import { cancelFulfillment, fulfill, ship } from './fulfill.ts'
import { cancel, capture, refund } from './money.ts'
import { cancelReturn, receiveReturn, requestReturn } from './return-items.ts'
import type { Step } from './step.ts'
import { swapItems } from './swap-items.ts'

/** Steps with their weights. */
const STEPS = {
  capture: [capture, 5],
  fulfill: [fulfill, 6],
  ship: [ship, 2],
  cancelFulfillment: [cancelFulfillment, 1],
  editOrder: [editOrder, 5],
  requestReturn: [requestReturn, 4],
  receiveReturn: [receiveReturn, 4],
  cancelReturn: [cancelReturn, 1],
  claimRefund: [claimRefund, 2],
  claimReplacement: [claimReplacement, 3],
  fulfillClaim: [fulfillClaim, 3],
  swapItems: [swapItems, 3],
  refund: [refund, 2],
  cancel: [cancel, 1],
  changePrice: [changePrice, 1],
  changeTaxRate: [changeTaxRate, 1],
  withdrawProduct: [withdrawProduct, 1],
  changeDiscount: [changeDiscount, 2],
} as const satisfies Record<string, readonly [Step, number]>

/** The parts that a run of sequences leaves out: some steps, or discounts that several lines share. */
export type Omission = keyof typeof STEPS | 'sharedDiscount'

export function randomStep(random: Random, leftOut: readonly Omission[]): Step {
  const names = (Object.keys(STEPS) as (keyof typeof STEPS)[]).filter((name) => !leftOut.includes(name))
  const weighted = names.flatMap((name) => Array.from({ length: STEPS[name][1] }, () => STEPS[name][0]))
  return random.pick(weighted)
}
