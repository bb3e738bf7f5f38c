import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#entities/values/id.ts'

/** The time at the start of a test, later than all earlier ids. */
let now = Date.now() + 1000
beforeEach(() => {
  now += 1000
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

const newIds = (count: number) => Array.from({ length: count }, () => newId('cart'))

const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const numberOf = (signs: string) =>
  Array.from(signs).reduce((number, sign) => number * 32n + BigInt(SIGNS.indexOf(sign)), 0n)

/** For each of 64 bits, the number of values that have it set. */
const countsOfBits = (numbers: readonly bigint[]) =>
  Array.from({ length: 64 }, (_, bit) => numbers.filter((number) => (number >> BigInt(bit)) & 1n).length)

const pairs = <Value>(values: readonly Value[]) =>
  values.slice(1).map((value, i) => [values[i] as Value, value] as const)

test('an id is a prefix and a ULID of the current time', () => {
  const id = newId('cart')
  expect(id).toMatch(/^cart_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  expect(numberOf(id.slice(5, 15))).toBe(BigInt(now))
})

describe('ids of one millisecond', () => {
  const numbers = () => newIds(2000).map((id) => numberOf(id.slice(5)))

  test('ids of one millisecond are too far apart to be guessed', () => {
    const sorted = numbers().sort((a, b) => (a < b ? -1 : 1))
    for (const [one, next] of pairs(sorted)) expect(next - one).toBeGreaterThan(2n ** 32n)
  })

  // A fair bit is set in fewer than 800 or more than 1200 of 2000 values once in 10 ^ 18 times.
  test('ids of one millisecond have 64 random bits each', () => {
    for (const count of countsOfBits(numbers())) {
      expect(count).toBeGreaterThan(800)
      expect(count).toBeLessThan(1200)
    }
  })

  test('ids of one millisecond have 64 bits that do not depend on the previous id', () => {
    const changes = pairs(numbers()).map(([one, next]) => one ^ next)
    for (const count of countsOfBits(changes)) {
      expect(count).toBeGreaterThan(800)
      expect(count).toBeLessThan(1200)
    }
  })
})

describe('the order of ids', () => {
  const isSorted = (ids: readonly string[]) => pairs(ids).every(([one, next]) => one < next)

  test('ids sort in the order of creation for any number per millisecond', () => {
    expect(isSorted(newIds(70_000))).toBe(true)
  })

  test('ids sort in the order of creation if the clock moves back', () => {
    const before = newIds(10)
    vi.setSystemTime(now - 3_600_000)
    expect(isSorted([...before, ...newIds(10)])).toBe(true)
  })

  test('ids sort in the order of creation across milliseconds', () => {
    const ids = [0, 1, 7].flatMap((offset) => {
      vi.setSystemTime(now + offset)
      return newIds(2)
    })
    expect(isSorted(ids)).toBe(true)
    expect(ids.map((id) => numberOf(id.slice(5, 15)) - BigInt(now))).toEqual([0n, 0n, 1n, 1n, 7n, 7n])
  })
})
