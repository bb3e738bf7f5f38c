import { describe, expect, test } from 'vitest'
import { planShipment, type ShippedLine } from '#entities/orders/stock/plan-shipment.ts'

const shipped = (over: Partial<ShippedLine> = {}): ShippedLine => ({
  line_id: 'line',
  title: 'Shirt',
  quantity: 2,
  unfulfilled: 5,
  location_id: 'south',
  items: [{ inventory_item_id: 'shirt', required_quantity: 1 }],
  ...over,
})

const levels = (stock: Record<string, number>) =>
  Object.entries(stock).map(([location_id, stocked_quantity]) => ({
    inventory_item_id: 'shirt',
    location_id,
    stocked_quantity,
  }))

const reservation = (id: string, location_id: string, quantity: number) => ({
  id,
  line_item_id: 'line',
  inventory_item_id: 'shirt',
  location_id,
  quantity,
})

describe('the reservations that a shipment uses', () => {
  test.each([
    [
      'an exact match at the location',
      [
        ['a', 'south', 5],
        ['b', 'south', 2],
      ],
      { b: 0 },
    ],
    [
      'reservations at the location before the others',
      [
        ['a', 'north', 3],
        ['b', 'south', 4],
      ],
      { b: 2 },
    ],
    [
      'several reservations',
      [
        ['a', 'north', 3],
        ['b', 'south', 1],
      ],
      { a: 2, b: 0 },
    ],
    ['at most the reserved units', [['a', 'north', 1]], { a: 0 }],
  ] as const)('%s', (_, stored, after) => {
    const reservations = stored.map(([id, location_id, quantity]) => reservation(id, location_id, quantity))
    const { units, reservedAfter } = planShipment([shipped()], { levels: levels({ south: 9 }), reservations })
    expect(Object.fromEntries(reservedAfter)).toEqual(after)
    expect(units).toEqual([{ line_id: 'line', inventory_item_id: 'shirt', location_id: 'south', quantity: 2 }])
  })

  test('a line whose inventory is not managed any longer uses its share', () => {
    const { units, reservedAfter } = planShipment([shipped({ items: [] })], {
      levels: [],
      reservations: [reservation('a', 'south', 5)],
    })
    expect(units).toEqual([])
    expect(Object.fromEntries(reservedAfter)).toEqual({ a: 3 })
  })
})

describe('a shipment without a location', () => {
  const nowhere = (quantity: number) => shipped({ quantity, location_id: null })
  const placesOf = (quantity: number, reservations: ReturnType<typeof reservation>[]) =>
    planShipment([nowhere(quantity)], { levels: levels({ north: 9, south: 9 }), reservations }).units.map(
      (units) => `${units.quantity} ${units.location_id}`,
    )

  test.each([
    ['an exact match', 2, [reservation('a', 'north', 3), reservation('b', 'south', 2)], ['2 south']],
    [
      'one location that has reserved all units',
      2,
      [reservation('a', 'north', 1), reservation('b', 'south', 4)],
      ['2 south'],
    ],
    ['several locations', 4, [reservation('a', 'north', 3), reservation('b', 'south', 2)], ['3 north', '1 south']],
  ])('takes the units from %s', (_, quantity, reservations, places) => {
    expect(placesOf(quantity, reservations)).toEqual(places)
  })

  test('needs a location if the line is not fully reserved', () => {
    expect(() => placesOf(4, [reservation('a', 'north', 3)])).toThrow('location_id is required')
  })
})

describe('a shipment without enough units is refused', () => {
  test('at a location without a level', () => {
    expect(() => planShipment([shipped()], { levels: levels({ north: 9 }), reservations: [] })).toThrow(
      'Inventory item for Shirt not found at location',
    )
  })

  test('if two lines together exceed the level', () => {
    const lines = [shipped(), shipped({ line_id: 'other' })]
    expect(() => planShipment(lines, { levels: levels({ south: 3 }), reservations: [] })).toThrow(
      'Insufficient stock for item: Shirt',
    )
  })
})
