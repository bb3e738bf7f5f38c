import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import {
  allocateRefund,
  computeClaimRefunds,
  computeRefund,
  computeReturnRefunds,
  type LinePortion,
} from '#entities/orders/order/refund-amounts.ts'
import { shareOf, sum } from '#entities/values/money.ts'
import { line as anyLine, lines } from '../../cart/cart/arbitraries.ts'
import { discounted, type ExampleLine, gross, net } from '../../cart/cart/examples.ts'

const half = { type: 'percentage', value: 50, allocation: null } as const
const lineOf = (line: ExampleLine, rule?: typeof half) => {
  const [priced] = discounted([line], rule)
  return { total: computeLineTotals(priced!).total, quantity: priced!.quantity }
}
const portion = (line: LinePortion['line'], quantity: number, before = { quantity: 0, refunded: 0 }) => ({
  line,
  quantity,
  before: { value: shareOf(line.total, before.quantity, line.quantity), ...before },
})

describe('the refund of returned items', () => {
  test.each([
    ['the price with tax', lineOf(net(1000, [20], { quantity: 2 })), 1, 1200],
    ['the gross price', lineOf(gross(1200, [20], { quantity: 2 })), 1, 1200],
    ['every tax rate', lineOf(net(1000, [10, 5])), 1, 1150],
    ['the discounted price', lineOf(net(600, [20], { quantity: 1 }), half), 1, 360],
    ['the share of the discounted price', lineOf(gross(1250, [25], { quantity: 4 }), half), 3, 1875],
    ['the whole line', lineOf(gross(1111, [5, 7.25], { quantity: 3 })), 3, 3333],
  ])('the refund equals %s', (_, line, returned, expected) => {
    expect(computeRefund(portion(line, returned))).toBe(expected)
  })

  test('the last item gets the rounding difference', () => {
    const line = { total: 100, quantity: 3 }
    expect(computeRefund(portion(line, 1))).toBe(33)
    expect(computeRefund(portion(line, 1, { quantity: 1, refunded: 33 }))).toBe(34)
    expect(computeRefund(portion(line, 1, { quantity: 2, refunded: 67 }))).toBe(33)
  })

  test('a refund is limited to the amount that is not refunded', () => {
    const line = { total: 100, quantity: 2 }
    expect(computeRefund(portion(line, 1, { quantity: 1, refunded: 80 }))).toBe(20)
    expect(computeRefund(portion(line, 1, { quantity: 1, refunded: 130 }))).toBe(0)
  })

  test('refunds in any steps add up to the exact total of the line', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(lines, steps, (lines, steps) => {
        for (const line of lines) {
          const { total } = computeLineTotals(line)
          const before = { quantity: 0, refunded: 0, value: 0 }
          for (const step of [...steps, line.quantity]) {
            const returned = Math.min(step, line.quantity - before.quantity)
            if (returned === 0) continue
            const refund = computeRefund({ line: { total, quantity: line.quantity }, quantity: returned, before })
            expect(refund).toBeGreaterThanOrEqual(0)
            before.quantity += returned
            before.refunded += refund
            before.value += refund
            expect(before.refunded).toBeLessThanOrEqual(total)
          }
          expect(before.refunded).toBe(total)
        }
      }),
    )
  })

  test('refunds never exceed the total of a line, also with canceled and extra refunds', () => {
    const step = fc.record({ pieces: fc.integer({ min: 1, max: 9 }), kept: fc.boolean(), extra: fc.nat(30) })
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 30 }), fc.array(step), (total, quantity, steps) => {
        const before = { quantity: 0, refunded: 0, value: 0 }
        for (const { pieces: returned, kept: isKept, extra } of steps) {
          if (before.quantity + returned > quantity) continue
          const refund = computeRefund(portion({ total, quantity }, returned, before))
          if (refund > 0) expect(before.refunded + refund).toBeLessThanOrEqual(total)
          if (!isKept) continue
          before.quantity += returned
          before.refunded += refund + extra
          before.value += refund
        }
      }),
    )
  })

  test('refunds add up to the total of a line, also if earlier ones are canceled in any order', () => {
    const step = fc.record({ pieces: fc.integer({ min: 1, max: 9 }), canceled: fc.option(fc.nat(9)) })
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 30 }), fc.array(step), (total, quantity, steps) => {
        const returns: { quantity: number; refunded: number }[] = []
        const give = (pieces: number) => {
          const [count, refunded] = [sum(returns.map((one) => one.quantity)), sum(returns.map((one) => one.refunded))]
          const returned = Math.min(pieces, quantity - count)
          const before = { quantity: count, refunded, value: refunded }
          returns.push({ quantity: returned, refunded: computeRefund(portion({ total, quantity }, returned, before)) })
        }
        for (const { pieces, canceled } of steps) {
          give(pieces)
          if (canceled !== null) returns.splice(canceled, 1)
        }
        give(quantity)
        expect(sum(returns.map(({ refunded }) => refunded))).toBe(total)
      }),
    )
  })
})

describe('the refund of a claim', () => {
  const line = lineOf(net(1000, [20], { quantity: 3 }))

  test.each([
    [1, 1200],
    [2, 2400],
  ])('a claim of %d items refunds %d', (quantity, refund) => {
    expect(computeClaimRefunds([portion(line, quantity)], 10_000)).toEqual([refund])
  })

  test('claim items of the same line share its remaining amount', () => {
    const before = { quantity: 1, refunded: 3000 }
    const items = [portion(line, 1, before), portion(line, 1, before)]
    expect(computeClaimRefunds(items, 10_000)).toEqual([600, 0])
  })

  test('a claim refunds at most the amount paid with money', () => {
    expect(computeClaimRefunds([portion(line, 1), portion(line, 1)], 1500)).toEqual([1200, 300])
    expect(computeClaimRefunds([portion(line, 1)], 0)).toEqual([0])
  })

  test('a claim never refunds more than the refundable amount', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 4 }), fc.nat(1_000_000), (lines, refundable) => {
        const claimItems = lines.map((line) => portion(lineOf(line), line.quantity!))
        expect(sum(computeClaimRefunds(claimItems, refundable))).toBeLessThanOrEqual(refundable)
      }),
    )
  })
})

describe('the refund of a return', () => {
  const line = lineOf(net(1000, [20], { quantity: 3 }))

  test.each([
    [0, 10_000, 1200],
    [200, 10_000, 1000],
    [2000, 10_000, 0],
    [200, 700, 700],
  ])('a return of 1200 with shipping of %d and %d refundable refunds %d', (shipping_total, refundable, refund) => {
    expect(computeReturnRefunds([portion(line, 1)], { refundable, shipping_total })).toEqual([refund])
  })

  test('the refund of a return is shared by the values of its items', () => {
    const items = [portion(line, 2), portion(line, 1)]
    expect(computeReturnRefunds(items, { refundable: 10_000, shipping_total: 600 })).toEqual([2000, 1000])
    expect(allocateRefund(100, items)).toEqual([67, 33])
    expect(allocateRefund(5, [portion({ total: 0, quantity: 1 }, 1), portion({ total: 0, quantity: 1 }, 1)])).toEqual([
      3, 2,
    ])
  })
})
