import { expect, test } from 'vitest'
import type { PackedLine } from '#entities/orders/packing/packing-slip.ts'
import { pickingListOf } from '#entities/orders/packing/picking-list.ts'
import { isUnprintable } from '#entities/orders/packing/unprintable-text.ts'

const line = (values: Partial<PackedLine>): PackedLine => ({
  line_id: 'item_1',
  variant_id: 'variant_1',
  title: 'Mug',
  description: 'Blue',
  sku: null,
  barcode: null,
  thumbnail: null,
  quantity: 1,
  ordered_quantity: 1,
  locations: [],
  ...values,
})

test('a picking list adds the units of a variant and names their orders', () => {
  const rows = pickingListOf([
    { display_id: 7, lines: [line({ quantity: 2 }), line({ line_id: 'item_2', quantity: 1 })] },
    { display_id: 9, lines: [line({ quantity: 4, locations: ['Berlin'] })] },
  ])
  expect(rows).toMatchObject([
    {
      variant_id: 'variant_1',
      quantity: 7,
      locations: ['Berlin'],
      orders: [
        { display_id: 7, quantity: 3 },
        { display_id: 9, quantity: 4 },
      ],
    },
  ])
})

test('a picking list is sorted by location, by the numbers in the SKU and by name', () => {
  const lines = [
    line({ variant_id: 'c', sku: 'A-10', locations: ['Berlin'] }),
    line({ variant_id: 'b', sku: 'A-9', locations: ['Berlin'] }),
    line({ variant_id: 'd', sku: 'A-1', locations: ['Wien'] }),
    line({ variant_id: 'a', title: 'Apron' }),
  ]
  expect(pickingListOf([{ display_id: 1, lines }]).map(({ variant_id }) => variant_id)).toEqual(['a', 'b', 'c', 'd'])
})

test('own lines without a variant are added only if their texts are the same', () => {
  const lines = ['Engraving', 'Engraving', 'Wrapping'].map((title) => line({ variant_id: null, title }))
  expect(pickingListOf([{ display_id: 1, lines }]).map(({ quantity }) => quantity)).toEqual([2, 1])
})

test.each([
  ['Straße 5, Łódź, Αθήνα, Москва, №5 – 20 €', false],
  ['東京都', true],
  ['القاهرة', true],
  ['กรุงเทพ', true],
  ['Mug 🎁', true],
])('the text %s has letters that a PDF cannot show: %s', (text, expected) => {
  expect(isUnprintable(text)).toBe(expected)
})
