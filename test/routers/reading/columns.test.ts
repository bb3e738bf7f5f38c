import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { PriceList } from '#entities/catalogue/price-list/price-list.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { optionalInputs } from '#routers/inputs/columns.ts'

const Changes = z.strictObject({
  ...optionalInputs(Product, ['subtitle', 'weight', 'discountable', 'metadata']),
  ...optionalInputs(PriceList, ['starts_at', 'status']),
})

test('an optional input accepts the values of its column', () => {
  const changes = { subtitle: 'Thin', weight: 3, discountable: false, metadata: { a: 1 }, status: 'active' }
  expect(Changes.parse(changes)).toEqual(changes)
})

test.each([
  ['subtitle', 3],
  ['weight', 1.5],
  ['discountable', 'yes'],
  ['metadata', []],
  ['starts_at', 'soon'],
  ['status', 'closed'],
])('an optional input of %s rejects %j', (name, value) => {
  expect(Changes.safeParse({ [name]: value }).error?.issues).toMatchObject([{ path: [name] }])
})

test('an optional input accepts null and a missing property', () => {
  expect(Changes.parse({})).toEqual({})
  expect(Changes.parse({ subtitle: null, starts_at: null })).toEqual({ subtitle: null, starts_at: null })
})

test('an optional input of a time accepts text', () => {
  expect(Changes.parse({ starts_at: '2030-01-01' })).toEqual({ starts_at: new Date('2030-01-01') })
  expectTypeOf<z.input<typeof Changes>['starts_at']>().toEqualTypeOf<Date | string | null | undefined>()
  expectTypeOf<z.output<typeof Changes>['starts_at']>().toEqualTypeOf<Date | null | undefined>()
  expectTypeOf<z.output<typeof Changes>['status']>().toEqualTypeOf<'active' | 'draft' | null | undefined>()
})
