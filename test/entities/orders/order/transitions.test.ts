import { describe, expect, test } from 'vitest'
import {
  canOrderBecome,
  computeFulfillmentStatus,
  computePaymentStatus,
  ORDER_TRANSITIONS,
  type StatusKind,
} from '#entities/orders/order/transitions.ts'
import { untyped } from '#test/support/untyped.ts'

/* Repeats the table of transitions, to detect accidental changes. */
const ALLOWED: Record<StatusKind, Record<string, string>> = {
  status: {
    pending: 'completed canceled requires_action',
    completed: 'archived canceled requires_action',
    archived: 'canceled requires_action',
    canceled: '',
    requires_action: 'pending completed canceled',
  },
  fulfillment_status: {
    not_fulfilled: 'partially_fulfilled fulfilled canceled requires_action',
    partially_fulfilled: 'fulfilled partially_shipped shipped partially_returned returned canceled requires_action',
    fulfilled: 'partially_fulfilled partially_shipped shipped partially_returned returned canceled requires_action',
    partially_shipped: 'shipped partially_returned returned requires_action',
    shipped: 'partially_shipped partially_returned returned requires_action',
    partially_returned: 'returned requires_action',
    returned: 'partially_returned requires_action',
    canceled: 'partially_fulfilled fulfilled requires_action',
    requires_action: 'partially_fulfilled fulfilled partially_shipped shipped partially_returned returned canceled',
  },
  payment_status: {
    not_paid: 'awaiting captured canceled requires_action',
    awaiting: 'captured partially_refunded refunded canceled requires_action',
    captured: 'awaiting partially_refunded refunded canceled requires_action',
    partially_refunded: 'awaiting captured refunded canceled requires_action',
    refunded: 'awaiting captured partially_refunded requires_action',
    canceled: 'requires_action',
    requires_action: 'awaiting captured partially_refunded refunded canceled',
  },
}

const edges = Object.entries(ALLOWED).flatMap(([kind, states]) =>
  Object.entries(states).flatMap(([from, following]) =>
    Object.keys(states).map(
      (to) => [kind as StatusKind, from, to, from === to || following.split(' ').includes(to)] as const,
    ),
  ),
)

describe('order transitions', () => {
  test.each(edges)('the %s transition from %s to %s is allowed: %s', (kind, from, to, allowed) => {
    expect(canOrderBecome(kind, untyped(from), untyped(to))).toBe(allowed)
  })

  test('the transitions cover every status', () => {
    for (const kind of Object.keys(ALLOWED) as StatusKind[])
      expect(Object.keys(ORDER_TRANSITIONS[kind])).toEqual(Object.keys(ALLOWED[kind]))
  })
})

const line = (quantity: number, fulfilled = 0, shipped = 0, returned = 0) => ({
  quantity,
  fulfilled_quantity: fulfilled || null,
  shipped_quantity: shipped || null,
  returned_quantity: returned || null,
})

test.each([
  ['not_fulfilled', [line(2), line(1)]],
  ['partially_fulfilled', [line(2, 1), line(1)]],
  ['partially_fulfilled', [line(2, 2), line(1)]],
  ['fulfilled', [line(2, 2), line(1, 1)]],
  ['partially_shipped', [line(2, 1, 1), line(1)]],
  ['partially_shipped', [line(2, 2, 2), line(1, 1)]],
  ['shipped', [line(2, 2, 2), line(1, 1, 1)]],
  ['partially_returned', [line(2, 2, 2, 1), line(1, 1, 1)]],
  ['partially_returned', [line(2, 2, 2, 2), line(1)]],
  ['returned', [line(2, 2, 2, 2), line(1, 1, 1, 1)]],
] as const)('the fulfillment status is %s for the quantities %j', (status, lines) => {
  expect(computeFulfillmentStatus(lines)).toBe(status)
})

test('an order is canceled while all of its fulfillments are canceled', () => {
  expect(computeFulfillmentStatus([line(1)], 'fulfilled')).toBe('canceled')
  expect(computeFulfillmentStatus([line(1)], 'canceled')).toBe('canceled')
  expect(computeFulfillmentStatus([line(1, 1)], 'canceled')).toBe('fulfilled')
})

const paid = (amount: number, amount_refunded: number, state: 'authorized' | 'captured' | 'canceled') => ({
  amount,
  amount_refunded,
  captured_at: state === 'captured' ? new Date() : null,
  canceled_at: state === 'canceled' ? new Date() : null,
})

test.each([
  ['captured', []],
  ['awaiting', [paid(10, 0, 'authorized')]],
  ['awaiting', [paid(10, 0, 'captured'), paid(5, 0, 'authorized')]],
  ['captured', [paid(10, 0, 'captured'), paid(5, 0, 'captured')]],
  ['captured', [paid(10, 0, 'captured'), paid(5, 0, 'canceled')]],
  ['partially_refunded', [paid(10, 10, 'captured'), paid(5, 0, 'captured')]],
  ['refunded', [paid(10, 10, 'captured'), paid(5, 5, 'captured')]],
  ['canceled', [paid(10, 0, 'canceled')]],
  ['captured', [paid(10, 0, 'captured'), { ...paid(5, 0, 'authorized'), swap_id: 'swap_1' }]],
  ['partially_refunded', [paid(10, 10, 'captured'), { ...paid(5, 0, 'captured'), swap_id: 'swap_1' }]],
] as const)('the payment status is %s for the payments %j', (status, payments) => {
  expect(computePaymentStatus(payments, 0)).toBe(status)
})
