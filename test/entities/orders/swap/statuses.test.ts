import { describe, expect, test } from 'vitest'
import {
  advanceSwapPayment,
  type ReachableSwapPaymentStatus,
  SWAP_PAYMENT_STATUSES,
  SWAP_PAYMENT_TRANSITIONS,
} from '#entities/orders/swap/statuses.ts'

const ALL = Object.keys(SWAP_PAYMENT_TRANSITIONS) as ReachableSwapPaymentStatus[]

const edges: Record<ReachableSwapPaymentStatus, ReachableSwapPaymentStatus[]> = {
  not_paid: ['awaiting', 'confirmed', 'canceled'],
  awaiting: ['captured', 'confirmed', 'difference_refunded', 'requires_action', 'canceled'],
  confirmed: ['canceled'],
  requires_action: ['captured', 'difference_refunded', 'canceled'],
  captured: ['requires_action', 'canceled'],
  difference_refunded: [],
  canceled: [],
}

describe.each(ALL)('a swap with the payment status %s', (from) => {
  const swap = () => ({ payment_status: from })
  const following = [from, ...edges[from]]

  test.each(following)(`a swap with the payment status ${from} may become %s`, (to) => {
    const advanced = swap()
    advanceSwapPayment(advanced, to)
    expect(advanced).toEqual({ payment_status: to })
  })

  test.each(
    ALL.filter((to) => !following.includes(to)),
  )(`a swap with the payment status ${from} cannot become %s`, (to) => {
    const same = swap()
    expect(() => advanceSwapPayment(same, to)).toThrow(`A swap whose payment is ${from} cannot become ${to}`)
    expect(same).toEqual(swap())
  })
})

test('two statuses of the wire format are never used', () => {
  expect(SWAP_PAYMENT_STATUSES.filter((status) => !(ALL as string[]).includes(status))).toEqual([
    'partially_refunded',
    'refunded',
  ])
})
