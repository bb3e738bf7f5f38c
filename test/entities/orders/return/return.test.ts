import { expect, test } from 'vitest'
import { RETURN_STATUSES, Return, type ReturnStatus } from '#entities/orders/return/return.ts'

const returnWith = (columns: Partial<Return>): Return => Object.assign(new Return(), { id: 'ret_1' }, columns)

const RECEIPT_ERRORS: Partial<Record<ReturnStatus, string>> = {
  canceled: 'Cannot receive a canceled return',
  received: 'Return with id ret_1 has already been received',
}

test.each(RETURN_STATUSES)('receiving a return that is %s succeeds or is rejected', (status) => {
  const returnOrder = returnWith({ status })
  const error = RECEIPT_ERRORS[status]
  if (error) {
    expect(() => returnOrder.receive()).toThrow(error)
    expect(returnOrder.status).toBe(status)
  } else {
    returnOrder.receive()
    expect(returnOrder).toMatchObject({ status: 'received', received_at: expect.any(Date) })
  }
})

test.each(
  RETURN_STATUSES,
)('a return with the status %s can be canceled unless the shop received the items', (status) => {
  const returnOrder = returnWith({ status })
  if (status === 'received') {
    expect(() => returnOrder.cancel()).toThrow("Can't cancel a return which has been returned")
  } else {
    returnOrder.cancel()
    expect(returnOrder.status).toBe('canceled')
  }
})

test.each([
  [{ order_id: 'order_1' }, undefined],
  [{ order_id: 'order_1', claim_order_id: 'claim_1' }, 'claim'],
  [{ swap_id: 'swap_1' }, 'swap'],
] as const)('the return %j is refunded by: %s', (columns, owner) => {
  expect(returnWith(columns).refundingOwner()).toBe(owner)
})
