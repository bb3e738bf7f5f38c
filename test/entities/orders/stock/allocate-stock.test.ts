import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Allocation,
  allocateStock,
  type StockDemand,
  type StockSupply,
} from '#entities/orders/stock/allocate-stock.ts'
import { sum } from '#entities/values/money.ts'

const line = (line_id: string, quantity: number, over: Partial<StockDemand> = {}): StockDemand => ({
  line_id,
  variant_id: `variant of ${line_id}`,
  quantity,
  allow_backorder: false,
  items: [{ inventory_item_id: line_id, required_quantity: 1 }],
  ...over,
})

/** `stock` lists for each location the available units of each item. The locations are in the order of preference. */
const supply = (stock: Record<string, Record<string, number>>): StockSupply => ({
  locations: Object.keys(stock),
  levels: Object.entries(stock).flatMap(([location_id, items]) =>
    Object.entries(items).map(([inventory_item_id, available]) => ({ inventory_item_id, location_id, available })),
  ),
})

const placesOf = ({ allocations }: { allocations: readonly Allocation[] }) =>
  allocations.map(({ line_id, location_id, quantity }) => `${quantity} ${line_id} ${location_id}`)

describe('the locations of an order', () => {
  test.each<[string, StockDemand[], Record<string, Record<string, number>>, string[]]>([
    ['the first location that covers the order', [line('a', 2)], { north: { a: 2 }, south: { a: 9 } }, ['2 a north']],
    ['the only location that covers the line', [line('a', 3)], { north: { a: 1 }, south: { a: 5 } }, ['3 a south']],
    [
      'one location for all lines',
      [line('a', 1), line('b', 1)],
      { north: { a: 5 }, south: { a: 1, b: 1 } },
      ['1 a south', '1 b south'],
    ],
    [
      'one location for each line, if none covers the order',
      [line('a', 2), line('b', 2)],
      { north: { a: 2 }, south: { a: 1, b: 2 } },
      ['2 a north', '2 b south'],
    ],
    [
      'several locations for a line, most available units first',
      [line('a', 6)],
      { north: { a: 3 }, south: { a: 4 } },
      ['4 a south', '2 a north'],
    ],
    [
      'the first of two locations with equal units',
      [line('a', 3)],
      { north: { a: 2 }, south: { a: 2 } },
      ['2 a north', '1 a south'],
    ],
    [
      'a backordered line uses all units, and the location with most units gets the rest',
      [line('a', 9, { allow_backorder: true })],
      { north: { a: 3 }, south: { a: 4 } },
      ['6 a south', '3 a north'],
    ],
    [
      'a backordered line without units is reserved at one location',
      [line('a', 3, { allow_backorder: true })],
      { north: { a: -5 }, south: { a: 0 } },
      ['3 a south'],
    ],
    [
      'a backordered line without a level is not reserved',
      [line('a', 3, { allow_backorder: true })],
      { north: {} },
      [],
    ],
  ])('%s', (_, demands, stock, expected) => {
    expect(placesOf(allocateStock(demands, supply(stock)))).toEqual(expected)
  })

  test('each item of a variant is reserved as often as the variant requires it', () => {
    const items = [
      { inventory_item_id: 'frame', required_quantity: 1 },
      { inventory_item_id: 'wheel', required_quantity: 2 },
    ]
    const { allocations } = allocateStock([line('bicycle', 2, { items })], supply({ north: { frame: 2, wheel: 4 } }))
    expect(allocations.map(({ inventory_item_id, quantity }) => [inventory_item_id, quantity])).toEqual([
      ['frame', 2],
      ['wheel', 4],
    ])
  })

  test('a second line of a variant has only the units that the first line leaves', () => {
    const demands = [line('a', 3), line('b', 3, { items: [{ inventory_item_id: 'a', required_quantity: 1 }] })]
    expect(allocateStock(demands, supply({ north: { a: 5 } }))).toEqual({
      allocations: [],
      shortVariantIds: ['variant of b'],
    })
  })

  test('units that a location owes to other orders are not available', () => {
    const stock = supply({ north: { a: -2 }, south: { a: 5 } })
    expect(allocateStock([line('a', 4)], stock).shortVariantIds).toEqual(['variant of a'])
    expect(placesOf(allocateStock([line('a', 3)], stock))).toEqual(['3 a south'])
  })
})

const ITEMS = ['a', 'b', 'c']
const anyDemands = fc.array(
  fc.record({
    item: fc.constantFrom(...ITEMS),
    quantity: fc.integer({ min: 1, max: 6 }),
    required_quantity: fc.integer({ min: 1, max: 3 }),
    allow_backorder: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)
const anyStock = fc.dictionary(
  fc.constantFrom('north', 'south', 'west'),
  fc.dictionary(fc.constantFrom(...ITEMS), fc.integer({ min: -3, max: 12 })),
)
const anyOrder = fc.record({ demands: anyDemands, stock: anyStock }).map(({ demands, stock }) => ({
  supply: supply(stock),
  demands: demands.map(({ item, quantity, required_quantity, allow_backorder }, i) =>
    line(`line ${i}`, quantity, {
      // Variants with and without backorders have different items.
      items: [{ inventory_item_id: item, required_quantity }],
      allow_backorder: allow_backorder && item === 'c',
    }),
  ),
}))

test('the allocations of each line add up to its demand and take no unit twice', () => {
  fc.assert(
    fc.property(anyOrder, ({ demands, supply }) => {
      const { allocations, shortVariantIds } = allocateStock(demands, supply)
      if (shortVariantIds.length > 0) {
        expect(allocations).toEqual([])
        return
      }
      for (const { line_id, quantity, items } of demands) {
        const [{ inventory_item_id, required_quantity } = { inventory_item_id: '', required_quantity: 0 }] = items
        const own = allocations.filter((allocation) => allocation.line_id === line_id)
        const hasLevel = supply.levels.some((level) => level.inventory_item_id === inventory_item_id)
        expect(sum(own.map((allocation) => allocation.quantity))).toBe(hasLevel ? quantity * required_quantity : 0)
        expect(new Set(own.map(({ location_id }) => location_id)).size).toBe(own.length)
      }
      for (const { inventory_item_id, location_id, available } of supply.levels) {
        const taken = allocations.filter(
          (allocation) => allocation.inventory_item_id === inventory_item_id && allocation.location_id === location_id,
        )
        expect(taken.every(({ quantity }) => quantity > 0)).toBe(true)
        if (inventory_item_id !== 'c' && taken.length > 0)
          expect(sum(taken.map(({ quantity }) => quantity))).toBeLessThanOrEqual(available)
      }
    }),
    { numRuns: 1000 },
  )
})

test('an order is short exactly if the sum over the locations is too small', () => {
  fc.assert(
    fc.property(anyOrder, ({ demands, supply }) => {
      const isShort = ITEMS.filter((item) => item !== 'c').some((item) => {
        const wanted = demands.flatMap(({ quantity, items }) =>
          items
            .filter(({ inventory_item_id }) => inventory_item_id === item)
            .map(({ required_quantity }) => quantity * required_quantity),
        )
        const levels = supply.levels.filter(({ inventory_item_id }) => inventory_item_id === item)
        return wanted.length > 0 && sum(wanted) > sum(levels.map(({ available }) => available))
      })
      const limited = demands.filter(({ items }) => items[0]?.inventory_item_id !== 'c')
      expect(allocateStock(limited, supply).shortVariantIds.length > 0).toBe(isShort)
    }),
  )
})

test('the order of the levels does not change the allocation', () => {
  fc.assert(
    fc.property(anyOrder, ({ demands, supply }) => {
      const reversed = { ...supply, levels: supply.levels.toReversed() }
      expect(allocateStock(demands, reversed)).toEqual(allocateStock(demands, supply))
    }),
  )
})
