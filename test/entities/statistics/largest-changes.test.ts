import { expect, test } from 'vitest'
import { largestChanges } from '#entities/statistics/simulation/largest-changes.ts'

const change = (currency_code: string, before: number, after: number) => ({ currency_code, before, after })

test('a currency with larger numbers does not push out the changes of another one', () => {
  const yen = [5000, 4000, 3000].map((size) => change('jpy', 10_000, 10_000 - size))
  const euros = [change('eur', 900, 800), change('eur', 900, 1200)]
  expect(largestChanges([...yen, ...euros], 4)).toEqual([euros[1], euros[0], yen[0], yen[1]])
})

test('a currency with few changes leaves its share to the others', () => {
  const yen = [1, 2, 3].map((size) => change('jpy', 100, 100 + size))
  expect(largestChanges([change('eur', 100, 90), ...yen], 3)).toEqual([change('eur', 100, 90), yen[2], yen[1]])
})
