import { expect, test } from 'vitest'
import { addUnit, type CountedGood, withoutSaved } from '#console/screens/inventory/counts/counted-goods.ts'

const mug = { id: 'mug', title: 'Mug', sku: null, expected: 3, waiting: 0 }
const tea = { id: 'tea', title: 'Tea', sku: null, expected: 1, waiting: 0 }

test('a scan counts one unit more and moves the good to the top', () => {
  const once = addUnit(addUnit([], mug), tea)
  expect(addUnit(once, mug)).toEqual([
    { ...mug, counted: 2 },
    { ...tea, counted: 1 },
  ])
})

const good = (changes: Partial<CountedGood>): CountedGood => ({ ...mug, counted: 2, ...changes })

test.each<[string, CountedGood[], CountedGood[]]>([
  ['saved goods leave the count', [good({})], []],
  [
    'goods that were scanned again stay with their saved count as the stock',
    [good({ counted: 3, previous: 5 })],
    [good({ counted: 3, expected: 2 })],
  ],
  ['goods of the moment stay', [{ ...tea, counted: 1 }, good({})], [{ ...tea, counted: 1 }]],
  [
    'a field that the user is filling stays',
    [good({ counted: { unreadable: 'x' } })],
    [good({ counted: { unreadable: 'x' }, expected: 2 })],
  ],
])('%s', (_, goods, left) => {
  expect(withoutSaved(goods, [{ id: 'mug', counted: 2 }])).toEqual(left)
})
