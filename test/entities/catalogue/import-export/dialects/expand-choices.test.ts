import { expect, test } from 'vitest'
import { expandChoices } from '#entities/catalogue/import-export/dialects/expand-choices.ts'

const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)

test.each([
  [1000, [1000], false],
  [1000, [1001], true],
  [1000, [40, 40], true],
  [999, [27, 37], false],
])('%d variants are left of options with %j values', (count, sizes, isCut) => {
  const options = new Map(sizes.map((size, index) => [`Option ${index}`, values(size)]))
  const rows = expandChoices(options, [{ row: 'any', choices: [] }])
  expect(rows.length).toBe(count)
  expect(new Set(rows.map((row) => row.isCut))).toEqual(new Set([isCut]))
})
