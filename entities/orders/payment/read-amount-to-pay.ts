import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { computeDifferenceDue } from '../order/difference-due.ts'
import type { Order } from '../order/order.ts'
import { type CountablePayment, isOwnPayment } from '../order/payment-filters.ts'
import { type PricedOrder, readPricedOrder } from '../order/read-order.ts'

type OpenPayment = CountablePayment & Pick<Payment, 'provider_id'> & { capture_asked_at?: Date | null | undefined }

/** Whether the customer has only promised the payment, for example by a bank transfer, so that another payment can replace it. */
export const isPromise = (providers: PaymentProviders, payment: OpenPayment): boolean =>
  isOwnPayment(payment) &&
  !payment.captured_at &&
  !payment.canceled_at &&
  !payment.capture_asked_at &&
  providers.get(payment.provider_id)?.isPaidOutside === true

/**
 * Returns the part of the order that neither captured nor authorized payments cover, in minor units, at least 0. Promised payments cover
 * nothing.
 */
export const computeAmountToPay = (providers: PaymentProviders, order: PricedOrder): number =>
  Math.max(
    0,
    computeDifferenceDue({ ...order, payments: order.payments.filter((payment) => !isPromise(providers, payment)) }),
  )

/** What the customer of a locked order can pay now. */
export async function readAmountToPay(
  em: EntityManager,
  providers: PaymentProviders,
  { id }: Pick<Row<Order>, 'id'>,
): Promise<number> {
  await em.flush()
  return computeAmountToPay(providers, await readPricedOrder(em, id))
}
