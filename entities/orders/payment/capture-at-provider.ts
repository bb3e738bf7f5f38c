import type { Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { CapturedPayment, PaymentProvider } from '#entities/cart/payment/payment-port.ts'

/** Captures `amount` of the payment, or the whole payment if the provider cannot capture a part. */
export async function captureAtProvider(
  provider: PaymentProvider,
  payment: Row<Payment>,
  { amount, signal }: { amount: number; signal?: AbortSignal },
): Promise<CapturedPayment> {
  const { id, data, amount: authorized } = payment
  const key = amount < authorized ? `${id}-${amount}` : id
  const options = signal ? { key, signal } : undefined
  if (provider.capturePart) return provider.capturePart(data, amount, options)
  return { data: await provider.capture(data, options), amount: authorized }
}
