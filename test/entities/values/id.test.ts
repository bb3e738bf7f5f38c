import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '#entities/values/id.ts'

/** The millisecond in which a test begins: later than any that ids were made in before. */
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

/** Of 64 bits, how many of these numbers have each. */
const countsOfBits = (numbers: readonly bigint[]) =>
  Array.from({ length: 64 }, (_, bit) => numbers.filter((number) => (number >> BigInt(bit)) & 1n).length)

const pairs = <Value>(values: readonly Value[]) =>
  values.slice(1).map((value, i) => [values[i] as Value, value] as const)

test('an id is the prefix of its kind and a ULID of the present time', () => {
  const id = newId('cart')
  expect(id).toMatch(/^cart_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  expect(numberOf(id.slice(5, 15))).toBe(BigInt(now))
})

describe('of ids that one process makes in one millisecond', () => {
  const numbers = () => newIds(2000).map((id) => numberOf(id.slice(5)))

  test('any two differ by more than anybody can try', () => {
    const sorted = numbers().sort((a, b) => (a < b ? -1 : 1))
    for (const [one, next] of pairs(sorted)) expect(next - one).toBeGreaterThan(2n ** 32n)
  })

  // A bit that is as likely 0 as 1 is 1 in fewer than 800 or more than 1200 of 2000 once in 10 ^ 18 times.
  test('each has 64 bits of its own that are as likely 0 as 1', () => {
    for (const count of countsOfBits(numbers())) {
      expect(count).toBeGreaterThan(800)
      expect(count).toBeLessThan(1200)
    }
  })

  test('each has 64 bits that the id before does not tell', () => {
    const changes = pairs(numbers()).map(([one, next]) => one ^ next)
    for (const count of countsOfBits(changes)) {
      expect(count).toBeGreaterThan(800)
      expect(count).toBeLessThan(1200)
    }
  })
})

describe('ids of one process sort in the order of their making', () => {
  const isSorted = (ids: readonly string[]) => pairs(ids).every(([one, next]) => one < next)

  test('however many one millisecond has', () => {
    expect(isSorted(newIds(70_000))).toBe(true)
  })

  test('also where the clock goes back', () => {
    const before = newIds(10)
    vi.setSystemTime(now - 3_600_000)
    expect(isSorted([...before, ...newIds(10)])).toBe(true)
  })

  test('and over the milliseconds', () => {
    const ids = [0, 1, 7].flatMap((later) => {
      vi.setSystemTime(now + later)
      return newIds(2)
    })
    expect(isSorted(ids)).toBe(true)
    expect(ids.map((id) => numberOf(id.slice(5, 15)) - BigInt(now))).toEqual([0n, 0n, 1n, 1n, 7n, 7n])
  })
})
