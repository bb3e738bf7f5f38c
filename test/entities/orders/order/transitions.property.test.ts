import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canOrderBecome, computeFulfillmentStatus, computePaymentStatus } from '#entities/orders/order/transitions.ts'

/* Every status computed after any sequence of changes is an allowed transition from the last one. */

const lines = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 })
const steps = fc.array(
  fc.tuple(fc.constantFrom('pack', 'unpack', 'ship', 'return'), fc.nat(2), fc.integer({ min: 1, max: 3 })),
  { maxLength: 20 },
)

test('changes of quantities lead only to allowed fulfillment statuses', () => {
  fc.assert(
    fc.property(lines, steps, (quantities, walk) => {
      const orderLines = quantities.map((quantity) => ({
        quantity,
        fulfilled_quantity: 0,
        shipped_quantity: 0,
        returned_quantity: 0,
      }))
      let status: ReturnType<typeof computeFulfillmentStatus> = 'not_fulfilled'
      for (const [step, index, count] of walk) {
        const line = orderLines[index % orderLines.length]!
        const { quantity, fulfilled_quantity: fulfilled, shipped_quantity: shipped, returned_quantity: returned } = line
        if (step === 'pack') line.fulfilled_quantity = Math.min(quantity, fulfilled + count)
        if (step === 'unpack') line.fulfilled_quantity = Math.max(shipped, returned, fulfilled - count)
        if (step === 'ship') line.shipped_quantity = Math.min(fulfilled, shipped + count)
        if (step === 'return') line.returned_quantity = Math.min(fulfilled, returned + count)
        const next = computeFulfillmentStatus(orderLines, status)
        expect(canOrderBecome('fulfillment_status', status, next), `${status} to ${next}`).toBe(true)
        status = next
      }
    }),
  )
})

test('changes of payments lead only to allowed payment statuses', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 })
  const moves = fc.array(fc.tuple(fc.boolean(), fc.nat(2), fc.integer({ min: 1, max: 9 }), fc.nat(1)), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(amounts, moves, (all, walk) => {
      const payments = all.map((amount) => ({ amount, amount_refunded: 0, captured_at: null as Date | null }))
      let status: ReturnType<typeof computePaymentStatus> = 'awaiting'
      for (const [isCapture, index, amount, due] of walk) {
        const payment = payments[index % payments.length]!
        if (isCapture) payment.captured_at = new Date(0)
        else if (payment.captured_at)
          payment.amount_refunded = Math.min(payment.amount, payment.amount_refunded + amount)
        const next = computePaymentStatus(payments, due)
        expect(canOrderBecome('payment_status', status, next), `${status} to ${next}`).toBe(true)
        status = next
      }
    }),
  )
})
