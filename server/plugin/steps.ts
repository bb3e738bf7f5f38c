import { applyDiscountsStep } from '#entities/cart/cart/apply-discounts.ts'
import { addCartLineStep, updateCartLineStep } from '#entities/cart/cart/change-cart-lines.ts'
import { updateCartStep } from '#entities/cart/cart/update-cart.ts'
import { deleteProductStep } from '#entities/catalogue/product/delete-product.ts'
import { completeCartStep } from '#entities/checkout/prepare-checkout.ts'
import { cancelClaimStep } from '#entities/orders/claim/cancel-claim.ts'
import { createClaimStep } from '#entities/orders/claim/create-claim.ts'
import { createDraftOrderStep } from '#entities/orders/draft-order/create-draft-order.ts'
import { deleteDraftOrderStep } from '#entities/orders/draft-order/delete-draft-order.ts'
import { cancelFulfillmentStep } from '#entities/orders/fulfillment/cancel-fulfillment.ts'
import { createFulfillmentStep } from '#entities/orders/fulfillment/create-fulfillments.ts'
import { shipFulfillmentStep } from '#entities/orders/fulfillment/ship-fulfillment.ts'
import { cancelOrderStep } from '#entities/orders/order/cancel-order.ts'
import { confirmEditStep } from '#entities/orders/order-edit/confirm-edit.ts'
import { requestEditStep } from '#entities/orders/order-edit/request-edit.ts'
import { refundOrderStep } from '#entities/orders/payment/refund-payments.ts'
import { captureOrderStep } from '#entities/orders/payment/settle-capture.ts'
import { failRefundStep } from '#entities/orders/payment/settle-refund.ts'
import { cancelReturnStep } from '#entities/orders/return/cancel-return.ts'
import { receiveReturnStep } from '#entities/orders/return/receive-return.ts'
import { requestReturnStep } from '#entities/orders/return/request-return.ts'
import { cancelSwapStep } from '#entities/orders/swap/cancel-swap.ts'
import { createSwapStep } from '#entities/orders/swap/create-swap.ts'
import { registerCustomerStep } from '#entities/people/customer/register-customer.ts'
import type { Step } from '#entities/platform/step/step.ts'
import { eraseCustomerStep } from '#entities/privacy/erase-customer.ts'
import { adjustBalanceStep } from '#entities/promotions/balance/adjust-balance.ts'
import { createGiftCardStep } from '#entities/promotions/gift-card/create-gift-card.ts'
import type { Frozen } from '#entities/values/frozen.ts'

const CORE_STEPS = {
  'balance.adjust': adjustBalanceStep,
  'cart.addLine': addCartLineStep,
  'cart.applyDiscounts': applyDiscountsStep,
  'cart.complete': completeCartStep,
  'cart.update': updateCartStep,
  'cart.updateLine': updateCartLineStep,
  'claim.cancel': cancelClaimStep,
  'claim.create': createClaimStep,
  'customer.erase': eraseCustomerStep,
  'customer.register': registerCustomerStep,
  'draftOrder.create': createDraftOrderStep,
  'draftOrder.delete': deleteDraftOrderStep,
  'fulfillment.cancel': cancelFulfillmentStep,
  'fulfillment.create': createFulfillmentStep,
  'fulfillment.ship': shipFulfillmentStep,
  'giftCard.create': createGiftCardStep,
  'order.cancel': cancelOrderStep,
  'order.capture': captureOrderStep,
  'order.failRefund': failRefundStep,
  'order.refund': refundOrderStep,
  'orderEdit.confirm': confirmEditStep,
  'orderEdit.request': requestEditStep,
  'product.delete': deleteProductStep,
  'return.cancel': cancelReturnStep,
  'return.receive': receiveReturnStep,
  'return.request': requestReturnStep,
  'swap.cancel': cancelSwapStep,
  'swap.create': createSwapStep,
}

type CoreSteps = typeof CORE_STEPS

export type StepName = keyof CoreSteps

/** The steps that plugins can refuse. */
export type RefusableStep = Exclude<StepName, 'order.failRefund'>

type CoreContexts = { [Name in StepName]: CoreSteps[Name] extends Step<infer Context, infer _> ? Context : never }
type CoreResults = { [Name in StepName]: CoreSteps[Name] extends Step<infer _, infer Result> ? Result : never }

export const STEPS: { readonly [Name in StepName]: Step<CoreContexts[Name], CoreResults[Name]> } = CORE_STEPS

/** The context of the rules of each step. */
export type StepContexts = { readonly [Name in RefusableStep]: Frozen<CoreContexts[Name]> }

/** The context of the rules of each step, and the rows that the step has created, for its effects. */
export type EffectContexts = { readonly [Name in StepName]: Frozen<CoreContexts[Name]> & Frozen<CoreResults[Name]> }
