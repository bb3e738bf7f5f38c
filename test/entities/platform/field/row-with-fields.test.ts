import { expect, test } from 'vitest'
import { field } from '#entities/platform/field/field.ts'
import { rowWithFields } from '#entities/platform/field/row-with-fields.ts'

const fields = { rating: field.number(), review_count: field.integer({ default: 0 }) }

test('the fields of a row are typed, and a change of them changes the row', () => {
  const row = { id: 'prod_1', rating: null, review_count: 0 }
  const product = rowWithFields<object, typeof fields>(row, fields)
  const rating: number | null = product.rating
  product.review_count += 1
  expect([rating, row.review_count]).toEqual([null, 1])
})

test('a row without the field of a plugin throws', () => {
  expect(() => rowWithFields({ rating: 4 }, fields)).toThrow('The row has no field review_count')
})
