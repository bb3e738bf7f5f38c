import { expect, test } from 'vitest'
import { ForeignFile } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { StoredRows } from '#entities/catalogue/import-export/dialects/stored-rows.ts'

const fileOf = (count: number) =>
  new ForeignFile({
    titles: ['Key', 'Text'],
    lines: (async function* () {
      for (let i = 0; i < count; i++)
        yield { line: 2 * i + 2, row: i + 2, cells: [`k${i % 3}`, `Ä💶 ${i} ${'x'.repeat(i)}`] }
    })(),
  })

test('rows are read as they were stored, in any order', async () => {
  using stored = new StoredRows(fileOf(1500))
  const groups = await stored.groupBy((row) => row.cell('Key'))
  expect([...groups].map(([key, numbers]) => [key, numbers.length])).toEqual([
    ['k0', 500],
    ['k1', 500],
    ['k2', 500],
  ])
  for (const number of [1499, 0, 700, 1, 1499]) {
    const row = stored.row(number)
    expect([row.line, row.row, row.cell('Key')]).toEqual([2 * number + 2, number + 2, `k${number % 3}`])
    expect(row.cell('text')).toBe(`Ä💶 ${number} ${'x'.repeat(number)}`.trim())
  }
  expect(stored.rows(groups.get('k1')?.slice(0, 2)).map(({ row }) => row)).toEqual([3, 6])
})

test('a file with more than 100,000 rows is refused', async () => {
  const lines = (async function* () {
    for (let i = 0; i <= 100_000; i++) yield { line: i + 2, row: i + 2, cells: ['a'] }
  })()
  using stored = new StoredRows(new ForeignFile({ titles: ['Key'], lines }))
  await expect(stored.addAll(() => {})).rejects.toThrow('more than 100000 rows')
})
