import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineTotals } from '#entities/cart/pricing/line-totals.ts'
import {
  allocateRefund,
  computeClaimRefunds,
  computeRefund,
  computeReturnRefunds,
  type LinePortion,
} from '#entities/orders/order/refund-amounts.ts'
import { sum } from '#entities/values/money.ts'
import { line as anyLine, lines } from '../../cart/cart/arbitraries.ts'
import { discounted, type ExampleLine, gross, net } from '../../cart/cart/examples.ts'

const half = { type: 'percentage', value: 50, allocation: null } as const
const lineOf = (line: ExampleLine, rule?: typeof half) => {
  const [priced] = discounted([line], rule)
  return { total: lineTotals(priced!).total, quantity: priced!.quantity }
}
const back = (line: LinePortion['line'], quantity: number, before = { quantity: 0, refunded: 0 }) => ({
  line,
  quantity,
  before,
})

describe('pieces that come back are worth', () => {
  test.each([
    ['their price and tax', lineOf(net(1000, [20], { quantity: 2 })), 1, 1200],
    ['their gross price', lineOf(gross(1200, [20], { quantity: 2 })), 1, 1200],
    ['every rate', lineOf(net(1000, [10, 5])), 1, 1150],
    ['what their discount left', lineOf(net(600, [20], { quantity: 1 }), half), 1, 360],
    ['their share of that', lineOf(gross(1250, [25], { quantity: 4 }), half), 3, 1875],
    ['all of the line', lineOf(gross(1111, [5, 7.25], { quantity: 3 })), 3, 3333],
  ])('%s', (_, line, pieces, worth) => {
    expect(computeRefund(back(line, pieces))).toBe(worth)
  })

  test('what rounding left over, when they are the last', () => {
    const line = { total: 100, quantity: 3 }
    expect(computeRefund(back(line, 1))).toBe(33)
    expect(computeRefund(back(line, 1, { quantity: 1, refunded: 33 }))).toBe(34)
    expect(computeRefund(back(line, 1, { quantity: 2, refunded: 67 }))).toBe(33)
  })

  test('no more than was not given back yet', () => {
    const line = { total: 100, quantity: 2 }
    expect(computeRefund(back(line, 1, { quantity: 1, refunded: 80 }))).toBe(20)
    expect(computeRefund(back(line, 1, { quantity: 1, refunded: 130 }))).toBe(0)
  })

  test('never more than the line in all, and the whole line when every piece came back, in whatever steps', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(lines, steps, (lines, steps) => {
        for (const line of lines) {
          const { total } = lineTotals(line)
          const before = { quantity: 0, refunded: 0 }
          for (const step of [...steps, line.quantity]) {
            const pieces = Math.min(step, line.quantity - before.quantity)
            if (pieces === 0) continue
            const refund = computeRefund({ line: { total, quantity: line.quantity }, quantity: pieces, before })
            expect(refund).toBeGreaterThanOrEqual(0)
            before.quantity += pieces
            before.refunded += refund
            expect(before.refunded).toBeLessThanOrEqual(total)
          }
          expect(before.refunded).toBe(total)
        }
      }),
    )
  })

  test('never more than the line, also where claims were withdrawn or refunded something else meanwhile', () => {
    const step = fc.record({ pieces: fc.integer({ min: 1, max: 9 }), kept: fc.boolean(), extra: fc.nat(30) })
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 30 }), fc.array(step), (total, quantity, steps) => {
        const before = { quantity: 0, refunded: 0 }
        for (const { pieces, kept, extra } of steps) {
          if (before.quantity + pieces > quantity) continue
          const refund = computeRefund(back({ total, quantity }, pieces, before))
          if (refund > 0) expect(before.refunded + refund).toBeLessThanOrEqual(total)
          if (!kept) continue
          before.quantity += pieces
          before.refunded += refund + extra
        }
      }),
    )
  })
})

const shipped = (line: LinePortion['line'], pieces: number, shipped_quantity: number | null) => ({
  ...back(line, pieces),
  shipped_quantity,
})

describe('a claim gives back', () => {
  const line = lineOf(net(1000, [20], { quantity: 3 }))

  test.each([
    [null, 0],
    [1, 0],
    [2, 2400],
  ])('for 2 pieces of which %s are shipped %d', (quantity, refund) => {
    expect(computeClaimRefunds([shipped(line, 2, quantity)], 10_000)).toEqual([refund])
  })

  test('nothing for shipped pieces that were claimed before', () => {
    const second = { ...back(line, 1, { quantity: 1, refunded: 1200 }), shipped_quantity: 1 }
    expect(computeClaimRefunds([second], 10_000)).toEqual([0])
  })

  test('for pieces of one line in several items together no more than is left of the line', () => {
    const before = { quantity: 1, refunded: 3000 }
    const items = [0, 1].map((i) => ({ ...back(line, 1, { ...before, quantity: 1 + i }), shipped_quantity: 3 }))
    expect(computeClaimRefunds(items, 10_000)).toEqual([600, 0])
  })

  test('no more than was paid in money where a gift card paid the rest', () => {
    expect(computeClaimRefunds([shipped(line, 1, 1), shipped(line, 1, 1)], 1500)).toEqual([1200, 300])
    expect(computeClaimRefunds([shipped(line, 1, 1)], 0)).toEqual([0])
  })

  test('never more than what is left', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 4 }), fc.nat(1_000_000), (lines, refundable) => {
        const claimed = lines.map((line) => shipped(lineOf(line), line.quantity!, line.quantity!))
        expect(sum(computeClaimRefunds(claimed, refundable))).toBeLessThanOrEqual(refundable)
      }),
    )
  })
})

describe('a return gives back', () => {
  const line = lineOf(net(1000, [20], { quantity: 3 }))

  test.each([
    [0, 10_000, 1200],
    [200, 10_000, 1000],
    [2000, 10_000, 0],
    [200, 700, 700],
  ])('for a piece of 1200 with shipping of %d and %d left %d', (shipping_total, refundable, refund) => {
    expect(computeReturnRefunds([back(line, 1)], { refundable, shipping_total })).toEqual([refund])
  })

  test('each item by what it is worth', () => {
    const items = [back(line, 2), back(line, 1)]
    expect(computeReturnRefunds(items, { refundable: 10_000, shipping_total: 600 })).toEqual([2000, 1000])
    expect(allocateRefund(100, items)).toEqual([67, 33])
    expect(allocateRefund(5, [back({ total: 0, quantity: 1 }, 1), back({ total: 0, quantity: 1 }, 1)])).toEqual([3, 2])
  })
})
