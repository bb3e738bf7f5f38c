import { expect, test, vi } from 'vitest'
import { marginText, taxesIn } from '#console/screens/products/margin.ts'

vi.hoisted(() => void vi.stubGlobal('localStorage', { getItem: () => 'en' }))

const variant = { prices: { eur: 1190 }, cost: 1000 }

test('the margin leaves out the tax in a price', () => {
  expect(marginText(variant, { currency: 'eur', taxes: [] })).toBe('16%')
  expect(marginText(variant, { currency: 'eur', taxes: [19] })).toBe('0%')
})

test('regions with several taxes show the lowest and the highest margin', () => {
  expect(marginText({ ...variant, cost: 500 }, { currency: 'eur', taxes: [17, 27, 19] })).toBe('47% – 51%')
})

test('a variant without a price or a cost has no margin', () => {
  expect(marginText({ prices: {}, cost: 500 }, { currency: 'eur', taxes: [19] })).toBe('–')
  expect(marginText({ ...variant, cost: null }, { currency: 'eur', taxes: [19] })).toBe('–')
  expect(marginText({ prices: {}, cost: 595 }, { currency: 'eur', taxes: [19], usual: { eur: 1190 } })).toBe('40.5%')
})

test('a rate of the product replaces the rate of its region', () => {
  const regions = [
    { id: 'de', currency_code: 'eur', tax_rate: 19 },
    { id: 'fr', currency_code: 'eur', tax_rate: 20 },
    { id: 'ch', currency_code: 'chf', tax_rate: 8.1 },
  ]
  const rates = [{ product_id: 'book', region_id: 'de', rate: 7 }]
  expect(taxesIn({ regions, rates }, 'eur', 'book')).toEqual([7, 20])
  expect(taxesIn({ regions, rates }, 'eur', 'mug')).toEqual([19, 20])
  expect(taxesIn({ regions, rates }, 'eur')).toEqual([19, 20])
  expect(taxesIn({ regions, rates }, 'usd', 'book')).toEqual([])
})
