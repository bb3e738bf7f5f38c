import {
  addCartLineStep,
  type CartLineAddition,
  type CartLineUpdate,
  updateCartLineStep,
} from '#entities/cart/cart/change-cart-lines.ts'
import { type CartUpdateCheck, updateCartStep } from '#entities/cart/cart/update-cart.ts'
import { deleteProductStep, type ProductDeletion } from '#entities/catalogue/product/delete-product.ts'
import { type CartCompletion, completeCartStep } from '#entities/checkout/prepare-checkout.ts'
import { cancelOrderStep, type OrderCancellation } from '#entities/orders/order/cancel-order.ts'
import { captureOrderStep, type OrderCapture } from '#entities/orders/order/capture-order.ts'
import { type ReturnReceipt, receiveReturnStep } from '#entities/orders/return/receive-return.ts'
import { type ReturnRequestCheck, requestReturnStep } from '#entities/orders/return/request-return.ts'
import { type CustomerRegistration, registerCustomerStep } from '#entities/people/customer/register-customer.ts'
import type { Step } from '#entities/platform/step/step.ts'
import type { Frozen } from '#entities/values/frozen.ts'

interface Contexts {
  'cart.addLine': CartLineAddition
  'cart.updateLine': CartLineUpdate
  'cart.update': CartUpdateCheck
  'cart.complete': CartCompletion
  'customer.register': CustomerRegistration
  'order.cancel': OrderCancellation
  'order.capture': OrderCapture
  'product.delete': ProductDeletion
  'return.receive': ReturnReceipt
  'return.request': ReturnRequestCheck
}

/** The steps that a plugin may refuse, with the rows and inputs that its rules receive. */
export type StepContexts = { readonly [Name in keyof Contexts]: Frozen<Contexts[Name]> }

export type StepName = keyof Contexts

export const STEPS: { readonly [Name in StepName]: Step<Contexts[Name]> } = {
  'cart.addLine': addCartLineStep,
  'cart.updateLine': updateCartLineStep,
  'cart.update': updateCartStep,
  'cart.complete': completeCartStep,
  'customer.register': registerCustomerStep,
  'order.cancel': cancelOrderStep,
  'order.capture': captureOrderStep,
  'product.delete': deleteProductStep,
  'return.receive': receiveReturnStep,
  'return.request': requestReturnStep,
}
