import { expect, test } from 'vitest'
import { readClipboardTable, tableForRange, writeClipboardTable } from '#console/components/grid/clipboard-table.ts'

test('cells of Excel have tabs and line breaks between them, and quotes around both', () => {
  expect(readClipboardTable('12.50\t8\r\n14\t\r\n')).toEqual([
    ['12.50', '8'],
    ['14', ''],
  ])
  expect(readClipboardTable('"Two\nlines"\t"a ""quoted"" word"')).toEqual([['Two\nlines', 'a "quoted" word']])
  expect(readClipboardTable('"Best of" mug\t5"')).toEqual([['"Best of" mug', '5"']])
  expect(readClipboardTable('')).toEqual([['']])
})

test('copied cells fill a selected range that they fit into several times, and other ranges once', () => {
  const range = (rows: number, columns: number) => ({
    from: { row: 2, column: 1 },
    to: { row: 1 + rows, column: columns },
  })
  expect(tableForRange([['a']], range(2, 2))).toEqual([
    ['a', 'a'],
    ['a', 'a'],
  ])
  expect(tableForRange([['a', 'b'], ['c']], range(4, 2))).toEqual([['a', 'b'], ['c'], ['a', 'b'], ['c']])
  expect(tableForRange([['a'], ['b']], range(3, 1))).toEqual([['a'], ['b']])
  expect(tableForRange([['a'], ['b']], range(1, 1))).toEqual([['a'], ['b']])
})

test('copied cells are read as they were', () => {
  const rows = [
    ['Mug "S"', 'a\tb', 'c\nd'],
    ['', '1', '"'],
  ]
  expect(readClipboardTable(writeClipboardTable(rows))).toEqual(rows)
})

test('a copied cell is no formula in a spreadsheet, and negative numbers stay numbers', () => {
  const rows = [['=HYPERLINK("x")', '+1', '-1', '-12.50', '@a', "'=x", '-1+cmd', '\t=x']]
  const text = writeClipboardTable(rows)
  expect(text.split('\t').slice(0, 6)).toEqual(['"\'=HYPERLINK(""x"")"', "'+1", '-1', '-12.50', "'@a", "''=x"])
  expect(readClipboardTable(text)).toEqual(rows)
})
