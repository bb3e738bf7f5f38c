import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainCartTotal } from '#entities/cart/pricing/explain-totals.ts'
import { computeLineTotals } from '#entities/cart/pricing/line-totals.ts'
import { computeShippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import { sumParts, type TotalPart } from '#entities/cart/pricing/total-part.ts'
import { computeCartTotals } from '#entities/cart/pricing/totals.ts'
import { computeRefund } from '#entities/orders/order/refund-amounts.ts'
import {
  computeReturnCredit,
  freezeReturnShippingPrice,
  type SwapCreditInput,
} from '#entities/orders/swap/return-credit.ts'
import { lines, method } from '../../cart/cart/arbitraries.ts'

const tax = { name: 'VAT', code: 'vat' }

type Sent = SwapCreditInput['line']

const sentLines: fc.Arbitrary<Sent[]> = lines.map((some) =>
  some.map((line) => ({
    ...line,
    tax_lines: line.tax_lines.map((one) => ({ ...one, ...tax })),
    adjustments: line.adjustments.map((one) => ({ ...one, discount_id: 'disc_1' })),
  })),
)

/** The returned portions of a line in consecutive swaps. */
function returnCreditsOf(sent: Sent, parts: readonly number[]) {
  const line = { total: computeLineTotals(sent).total, quantity: sent.quantity }
  let before = { quantity: 0, refunded: 0, value: 0 }
  return parts.map((quantity) => {
    const portion = { line, quantity, before }
    const value = computeRefund(portion)
    before = { quantity: before.quantity + quantity, refunded: before.refunded + value, value: before.value + value }
    const agreed = computeReturnCredit({ line: sent, portion, value })
    return { ...sent, unit_price: 0 - sent.unit_price, quantity, agreed }
  })
}

/** Splits a quantity into two parts, or one. */
const inParts = (quantity: number, ratio: number): number[] => {
  const first = Math.max(1, Math.floor(quantity * ratio))
  return first === quantity ? [quantity] : [first, quantity - first]
}

test('the credits for all items of a line add up to its total', () => {
  fc.assert(
    fc.property(sentLines, fc.double({ min: 0, max: 1, noNaN: true }), (sents, ratio) => {
      for (const sent of sents) {
        const lineTotal = computeLineTotals(sent)
        const credits = returnCreditsOf(sent, inParts(sent.quantity, ratio)).map((line) => computeLineTotals(line))
        const total = (of: keyof typeof lineTotal) => credits.reduce((sum, credit) => sum + (credit[of] as number), 0)
        expect(total('total') + lineTotal.total).toBe(0)
        for (const credit of credits) {
          expect(credit.subtotal - credit.discount_total + credit.tax_total).toBe(credit.total)
          expect(credit.total).toBeLessThanOrEqual(0)
        }
      }
    }),
  )
})

test('the credit for a whole line negates its prices, taxes and discounts', () => {
  fc.assert(
    fc.property(sentLines, (sents) => {
      for (const sent of sents) {
        const [returned] = returnCreditsOf(sent, [sent.quantity])
        const { subtotal, tax_total, discount_total, original_total } = computeLineTotals(sent)
        const credit = computeLineTotals(returned!)
        expect([credit.subtotal, credit.tax_total, credit.discount_total, credit.original_total]).toEqual(
          [subtotal, tax_total, discount_total, original_total].map((amount) => 0 - amount),
        )
      }
    }),
  )
})

test('a credit excludes earlier refunds', () => {
  const sent: Sent = {
    unit_price: 1000,
    quantity: 2,
    includes_tax: false,
    tax_lines: [{ rate: 20, ...tax }],
    adjustments: [],
  }
  const credit = {
    line: { total: 2400, quantity: 2 },
    quantity: 1,
    before: { quantity: 1, refunded: 2000, value: 1200 },
  }
  expect(computeReturnCredit({ line: sent, portion: credit, value: computeRefund(credit) })).toEqual({
    total: -400,
    tax_lines: [{ rate: 20, ...tax, amount: -200 }],
    adjustments: [{ discount_id: null, amount: -800 }],
  })
})

test('return shipping costs the same as a line and as a shipping method', () => {
  fc.assert(
    fc.property(method, ({ price, includes_tax, tax_lines }) => {
      const named = tax_lines.map((one) => ({ ...one, ...tax }))
      const agreed = freezeReturnShippingPrice({ price, includes_tax }, named)
      const line = { unit_price: price, quantity: 1, includes_tax, tax_lines: named, adjustments: [], agreed }
      const { total, tax_total } = computeShippingTotals({ price, includes_tax, tax_lines, free: false })
      expect(computeLineTotals(line)).toMatchObject({ total, tax_total })
    }),
  )
})

test('every minor unit of a swap cart is explained', () => {
  const allOf = (part: TotalPart): TotalPart[] => [part, ...part.parts.flatMap(allOf)]
  fc.assert(
    fc.property(sentLines, sentLines, (sent, sold) => {
      const backs = sent.flatMap((one) => returnCreditsOf(one, inParts(one.quantity, 0.5)))
      const goods = [...sold, ...backs.map((line) => ({ ...line, ...line.agreed }))]
      const priced = computeCartTotals({
        lines: goods,
        shipping_methods: [],
        gift_cards: [],
        gift_cards_taxable: false,
      })
      const named = goods.map((line, i) => ({ ...line, id: `item_${i}`, title: `Item ${i}` }))
      const root = explainCartTotal({ lines: named, shipping_methods: [], discounts: [], gift_cards: [] }, priced)
      expect(root.amount).toBe(priced.total)
      for (const part of allOf(root)) {
        expect(Number.isInteger(part.amount)).toBe(true)
        if (part.parts.length > 0) expect(sumParts(part.parts)).toBe(part.amount)
      }
    }),
  )
})
