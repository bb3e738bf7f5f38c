import { expect, test } from 'vitest'
import { readClipboardTable, writeClipboardTable } from '#console/components/grid/clipboard-table.ts'

test('cells of Excel have tabs and line breaks between them, and quotes around both', () => {
  expect(readClipboardTable('12.50\t8\r\n14\t\r\n')).toEqual([
    ['12.50', '8'],
    ['14', ''],
  ])
  expect(readClipboardTable('"Two\nlines"\t"a ""quoted"" word"')).toEqual([['Two\nlines', 'a "quoted" word']])
  expect(readClipboardTable('"Best of" mug\t5"')).toEqual([['"Best of" mug', '5"']])
  expect(readClipboardTable('')).toEqual([['']])
})

test('copied cells are read as they were', () => {
  const rows = [
    ['Mug "S"', 'a\tb', 'c\nd'],
    ['', '1', '"'],
  ]
  expect(readClipboardTable(writeClipboardTable(rows))).toEqual(rows)
})
