import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeGiftCardTotals,
  type SpendableCard,
  spendGiftCards,
} from '#entities/promotions/gift-card/spend-gift-cards.ts'
import { sumOfAmounts } from '#entities/values/money.ts'

let serial = 0
const card = (balance: number, over: Partial<SpendableCard> = {}): SpendableCard => ({
  id: `gift_${++serial}`,
  balance,
  tax_rate: null,
  ends_at: null,
  ...over,
})

const spent = (cards: SpendableCard[], amount: number) =>
  spendGiftCards(cards, amount).map((spending) => [spending.card.balance, spending.amount])

describe('the order of gift cards', () => {
  test('gift cards are used by expiry, those without expiry last, and then by balance', () => {
    const cards = [card(300), card(500), card(400, { ends_at: new Date('2030-01-01') })]
    expect(spent(cards, 1000)).toEqual([
      [400, 400],
      [300, 300],
      [500, 300],
    ])
  })

  test('gift cards with equal terms are used by id', () => {
    const [first, second] = [card(100, { id: 'gift_A' }), card(100, { id: 'gift_B' })]
    expect(spendGiftCards([second, first], 50)).toEqual([{ card: first, amount: 50 }])
  })

  test('gift cards are never used beyond the amount, and empty ones never', () => {
    expect(spent([card(0), card(100)], 60)).toEqual([[100, 60]])
    expect(spent([card(100)], 0)).toEqual([])
  })

  test('gift cards spend at most their balance and together as much as possible', () => {
    const cards = fc.array(
      fc.record({
        id: fc.string(),
        balance: fc.nat(10_000),
        tax_rate: fc.constant(null),
        ends_at: fc.option(fc.date({ noInvalidDate: true })),
      }),
    )
    fc.assert(
      fc.property(cards, fc.nat(50_000), (cards, amount) => {
        const spendings = spendGiftCards(cards, amount)
        for (const { card, amount } of spendings) {
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(card.balance)
        }
        const balances = cards.reduce((sum, { balance }) => sum + balance, 0)
        expect(sumOfAmounts(spendings)).toBe(Math.min(amount, balances))
      }),
    )
  })
})

describe('a cart of 1000 with shipping of 500 at 20 %', () => {
  const due = { subtotal: 1000, shipping_total: 500, discount_total: 0, tax_total: 300 }

  test.each([
    [500, 500, 100],
    [100_000, 1500, 300],
  ])('a taxed card of %d pays %d and a tax of %d', (balance, gift_card_total, gift_card_tax_total) => {
    const totals = computeGiftCardTotals([card(balance, { tax_rate: 20 })], due, { taxable: true })
    expect(totals).toMatchObject({ gift_card_total, gift_card_tax_total })
  })

  test.each([
    [500, 500],
    [100_000, 1800],
  ])('an untaxed card of %d pays %d and no tax', (balance, gift_card_total) => {
    const totals = computeGiftCardTotals([card(balance)], due, { taxable: false })
    expect(totals).toMatchObject({ gift_card_total, gift_card_tax_total: 0 })
  })

  test('a card that was taxed before pays no tax in an untaxed region', () => {
    const totals = computeGiftCardTotals([card(100_000, { tax_rate: 20 })], due, { taxable: false })
    expect(totals).toMatchObject({ gift_card_total: 1800, gift_card_tax_total: 0 })
  })

  test('a card pays at most the tax of the cart', () => {
    const totals = computeGiftCardTotals(
      [card(100_000, { tax_rate: 20 })],
      { ...due, tax_total: 70 },
      { taxable: true },
    )
    expect(totals).toMatchObject({ gift_card_total: 1500, gift_card_tax_total: 70 })
  })

  test('each card pays its own tax on its own amount', () => {
    const cards = [card(1000, { tax_rate: 10 }), card(300, { tax_rate: null }), card(700, { tax_rate: 20 })]
    const totals = computeGiftCardTotals(cards, due, { taxable: true })
    expect(totals).toMatchObject({ gift_card_total: 1500, gift_card_tax_total: 140 + 50 })
  })
})

test('several cards save exactly as much tax as one', () => {
  const due = { subtotal: 2248, shipping_total: 0, discount_total: 0, tax_total: 450 }
  const cards = [card(111, { tax_rate: 20 }), card(100_000, { tax_rate: 20 })]
  const { gift_card_parts: spent, ...totals } = computeGiftCardTotals(cards, due, { taxable: true })
  expect(totals).toEqual({ gift_card_total: 2248, gift_card_tax_total: 450 })
  expect(spent.map(({ tax }) => tax)).toEqual([22, 428])

  const balances = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 })
  fc.assert(
    fc.property(balances, fc.nat(10_000), (all, tax_rate) => {
      const totalBalance = all.reduce((sum, balance) => sum + balance, 0)
      const owed = { subtotal: totalBalance, shipping_total: 0, discount_total: 0, tax_total: Number.MAX_SAFE_INTEGER }
      const taxOf = (balances: number[]) =>
        computeGiftCardTotals(
          balances.map((balance) => card(balance, { tax_rate: tax_rate / 100 })),
          owed,
          { taxable: true },
        ).gift_card_tax_total
      expect(taxOf(all)).toBe(taxOf([totalBalance]))
    }),
  )
})
