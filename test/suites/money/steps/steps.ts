import type { Random } from '../random.ts'
import {
  changeCurrency,
  changeDiscount,
  changePrice,
  changeTaxRate,
  disableCards,
  endSale,
  withdrawProduct,
} from './change-catalogue.ts'
import { claimRefund, claimReplacement, fulfillClaim } from './claims.ts'
import { editOrder } from './edit-order.ts'
import { cancelFulfillment, fulfill, ship } from './fulfill.ts'
import { cancel, capture, refund } from './money.ts'
import { cancelReturn, receiveReturn, requestReturn } from './return-items.ts'
import type { Step } from './step.ts'
import { swapItems } from './swap-items.ts'

const WEIGHTS: readonly (readonly [Step, number])[] = [
  [capture, 5],
  [fulfill, 6],
  [ship, 2],
  [cancelFulfillment, 1],
  [editOrder, 5],
  [requestReturn, 4],
  [receiveReturn, 4],
  [cancelReturn, 1],
  [claimRefund, 2],
  [claimReplacement, 3],
  [fulfillClaim, 3],
  [swapItems, 3],
  [refund, 2],
  [cancel, 1],
  [changePrice, 1],
  [endSale, 1],
  [disableCards, 1],
  [changeTaxRate, 1],
  [withdrawProduct, 1],
  [changeDiscount, 2],
  [changeCurrency, 1],
]

const STEPS = WEIGHTS.flatMap(([step, weight]) => Array.from({ length: weight }, () => step))

export const randomStep = (random: Random): Step => random.pick(STEPS)
