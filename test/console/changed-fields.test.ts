import { expect, test } from 'vitest'
import { changedFields, currencyIn, isMoney } from '#console/screens/activity/audit/changed-fields.ts'

test('each different field is a line, and technical columns and references are none', () => {
  const before = { id: 'prod_1', title: 'Mug', subtitle: null, updated_at: '2026-01-01', collection_id: 'pcol_1' }
  const after = { id: 'prod_1', title: 'Cup', subtitle: '', updated_at: '2026-01-02', collection_id: 'pcol_2' }
  expect(changedFields({ before, after })).toEqual([{ path: ['title'], before: 'Mug', after: 'Cup' }])
})

test('each changed part of a JSON value is a line', () => {
  const before = { metadata: { care: 'cold', size: { width: 2 } } }
  const after = { metadata: { care: 'cold', size: { width: 3 }, tags: ['a'] } }
  expect(changedFields({ before, after })).toEqual([
    { path: ['metadata', 'size', 'width'], before: 2, after: 3 },
    { path: ['metadata', 'tags'], before: undefined, after: ['a'] },
  ])
})

test('a created row has only filled fields', () => {
  const after = { id: 'ref_1', amount: 500, note: null, order_id: 'order_1' }
  expect(changedFields({ before: null, after })).toEqual([{ path: ['amount'], before: undefined, after: 500 }])
})

test('amounts are known by their columns, and quantities are none', () => {
  expect(['amount', 'unit_price', 'refund_amount', 'tax_total', 'difference_due'].every(isMoney)).toBe(true)
  expect(['inventory_quantity', 'rate', 'title', 'value'].some(isMoney)).toBe(false)
  expect(currencyIn({ before: null, after: { currency_code: 'eur' } })).toBe('eur')
  expect(currencyIn({ before: { amount: 1 }, after: { amount: 2 } })).toBeUndefined()
})
