import { describe, expect, test } from 'vitest'
import { readAmount } from '#entities/old-shop/reading/read-amount.ts'

describe('an amount of an old shop', () => {
  test.each([
    ['12.34', 2, 1234],
    ['1,234.50', 2, 123450],
    ['1.234,50', 2, 123450],
    ['$ 12', 2, 1200],
    ['12,5 €', 2, 1250],
    ['34.0000', 2, 3400],
    ['8.405', 2, 841],
    ['8.4049999', 2, 840],
    ['0.995', 2, 100],
    ['-10.00', 2, -1000],
    ['(10.00)', 2, -1000],
    ['-0.00', 2, 0],
    ['1200', 0, 1200],
    ['1200.00', 0, 1200],
    ['1,200', 0, 1200],
    ['83.5', 0, 84],
    ['1.2345', 3, 1235],
    ['', 2, null],
  ])('%s with %i decimals is %s', (text, digits, amount) => {
    expect(readAmount(text, digits)).toBe(amount)
  })

  test.each(['1,234', '1.2.3', 'free', '1.23E+3', '99999999999999999'])('%s is refused', (text) => {
    expect(() => readAmount(text, 2)).toThrow('must be an amount such as 12.34')
  })
})
