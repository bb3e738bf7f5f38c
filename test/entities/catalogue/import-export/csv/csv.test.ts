import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeFormula, unescapeFormula } from '#entities/catalogue/import-export/csv/escape-formula.ts'
import { majorUnits, minorUnits } from '#entities/catalogue/import-export/csv/major-units.ts'
import { openCsv, readListCell } from '#entities/catalogue/import-export/csv/read-csv.ts'
import { type Cell, csvLines, listCell } from '#entities/catalogue/import-export/csv/write-csv.ts'

/** Splits the text into chunks of a few bytes, at any position. */
async function* chunksOf(text: string, size = 7) {
  const bytes = new TextEncoder().encode(text)
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

async function readAll(text: string, knownTitles: string[] = ['A', 'B']) {
  const { titles, lines } = await openCsv(
    async () => chunksOf(text),
    (title) => knownTitles.includes(title),
  )
  return { titles, lines: await Array.fromAsync(lines) }
}

const cells = fc.string({ unit: fc.constantFrom(...'aé=+-@\t\r\n"\';, ', '💶') })

describe('CSV cells', () => {
  test('cells are read as they were written', async () => {
    const grids = fc.array(fc.tuple(cells, cells), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(grids, async (rows) => {
        const { lines } = await readAll(csvLines([['A', 'B'], ...rows]))
        expect(lines.map(({ cells }) => cells)).toEqual(
          rows.filter((row) => row.some((cell) => escapeFormula(cell).trim() !== '')),
        )
      }),
    )
  })

  test('cells are quoted only if necessary, and lines end with CRLF', () => {
    const row: Cell[] = [
      'plain',
      'a;b',
      'a,b',
      'print "hi"',
      '"bold"',
      'two\nlines',
      null,
      undefined,
      0,
      -1,
      true,
      false,
    ]
    expect(csvLines([row])).toBe('plain;"a;b";"a,b";"print ""hi""";"""bold""";"two\nlines";;;0;-1;true;false\r\n')
  })

  test.each([
    ['=SUM(A1)', "'=SUM(A1)"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['＝SUM(A1)', "'＝SUM(A1)"],
    ['\t=x', "'\t'=x"],
    ["'=x", "''=x"],
    ["\t'-1", "'\t''-1"],
    ['a;=x', "a;'=x"],
    ['a,,|@x', "a,,|'@x"],
    ["'quoted", "'quoted"],
    ['a=b', 'a=b'],
  ])('the formula %s is escaped and can be unescaped', (text, escaped) => {
    expect(escapeFormula(text)).toBe(escaped)
    expect(unescapeFormula(escaped)).toBe(text)
  })

  test('an escaped text is never a formula and can be unescaped', () => {
    fc.assert(
      fc.property(cells, (text) => {
        expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
        expect(unescapeFormula(escapeFormula(text))).toBe(text)
      }),
    )
  })
})

describe('lists in a cell', () => {
  test('a list is read as it was written', () => {
    const values = fc.string({ minLength: 1, unit: fc.constantFrom(...'ab ,"\n;') })
    fc.assert(
      fc.property(fc.uniqueArray(values, { maxLength: 5 }), (list) => {
        expect(readListCell(listCell(list))).toEqual(list)
      }),
    )
  })

  test('a list may have spaces, empty entries and duplicates', () => {
    expect(readListCell(' red, light blue ,,red')).toEqual(['red', 'light blue'])
    expect(readListCell('')).toEqual([])
  })
})

describe('CSV files', () => {
  test.each([
    ['A;B\r\n1;2', ['1', '2']],
    ['A,B\n1,2\n', ['1', '2']],
    ['\ufeffA\tB\n1\t2', ['1', '2']],
    ['"A"|"B"\n1|2', ['1', '2']],
    ['A;B\n"1;1";"2\n2"', ['1;1', '2\n2']],
    ['A;"B"\n1', ['1', '']],
    ['A;B\n\n12" disk;2', ['12" disk', '2']],
  ])('the CSV file %j is parsed', async (text, line) => {
    const { titles, lines } = await readAll(text)
    expect(titles).toEqual(['A', 'B'])
    expect(lines.map(({ cells }) => cells)).toEqual([line])
  })

  test('commas in a file with semicolons are part of the cells', async () => {
    const { titles, lines } = await readAll('A;B\n"1,5";2,5')
    expect([titles, lines[0]?.cells]).toEqual([
      ['A', 'B'],
      ['1,5', '2,5'],
    ])
  })

  test('each row contains its line number and its row in a spreadsheet', async () => {
    const { lines } = await readAll('A;B\n1;"2\n2"\n\n3;4\n')
    expect(lines.map(({ line, row }) => [line, row])).toEqual([
      [3, 2],
      [5, 4],
    ])
  })

  test.each([
    ['A;B\n1;2;3', 'Line 2 of the given csv file has more cells than the header', 'csv_line_too_wide'],
    ['A;B\n1;"2', 'A quote is not closed in line 2 of the given csv file', 'csv_quote_not_closed'],
    [`A;B\n1;${'2'.repeat(1_000_001)}`, 'A line is too long in line 2 of the given csv file', 'csv_line_too_long'],
  ])('the invalid CSV file %.20j is reported with its line', async (text, why, name) => {
    const message = `The csv file parsing failed due to: ${why}`
    await expect(readAll(text)).rejects.toMatchObject({ message, reason: { name, line: 2 } })
  })

  test('an empty file has no titles and no lines', async () => {
    expect(await readAll('')).toEqual({ titles: [], lines: [] })
  })
})

describe('amounts in major units', () => {
  test.each([
    [1234, 2, '12.34'],
    [5, 2, '0.05'],
    [0, 2, '0.00'],
    [1200, 0, '1200'],
    [1234, 3, '1.234'],
    [-5, 2, '-0.05'],
  ])('%i with %i digits is written as %s', (amount, digits, text) => {
    expect(majorUnits(amount, digits)).toBe(text)
  })

  test('amounts are read as they were written, to the last minor unit', () => {
    fc.assert(
      fc.property(fc.nat(2_147_483_647), fc.constantFrom(0, 2, 3), (amount, digits) => {
        expect(minorUnits(majorUnits(amount, digits), digits)).toBe(amount)
      }),
    )
  })

  test.each([
    ['13', 2, 1300],
    ['7.5', 2, 750],
    [' 7.500 ', 2, 750],
    ['5.00', 0, 5],
    ['7.505', 2, 'too_precise'],
    ['1.5', 0, 'too_precise'],
    ['1.0049', 2, 'too_precise'],
    ['1,50', 2, undefined],
    ['-1', 2, undefined],
    ['1e3', 2, undefined],
    ['', 2, undefined],
  ])('%j with %i digits is read as %s', (text, digits, amount) => {
    expect(minorUnits(text, digits)).toBe(amount)
  })
})
