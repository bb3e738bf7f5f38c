import { expect, test } from 'vitest'
import { countScan } from '#console/components/scan/scan.ts'

const lines = [
  { id: 'a', title: 'Mug', max: 1, codes: ['4006381333931'] },
  { id: 'b', title: 'Mug', max: 2, codes: ['4006381333931'] },
  { id: 'c', title: 'Pen', max: 1, codes: ['012345678905', 'PEN-1'] },
]

test('scans fill the lines of one variant one after the other', () => {
  const first = countScan(' 4006381333931 ', lines, {})
  expect(first).toMatchObject({ result: 'counted', quantities: { a: 1 } })
  expect(countScan('4006381333931', lines, { a: 1 })).toMatchObject({ count: 1, max: 2, quantities: { a: 1, b: 1 } })
  expect(countScan('4006381333931', lines, { a: 1, b: 2 })).toEqual({ result: 'complete', title: 'Mug' })
})

test('a code of two variants counts neither', () => {
  const twins = ['x', 'y'].map((id) => ({ id, variant_id: id, title: id, max: 1, codes: ['4711'] }))
  expect(countScan('4711', twins, {})).toEqual({ result: 'ambiguous', title: '4711' })
})

test.each(['012345678905', '0012345678905', 'pen-1'])('the code %s finds the pen', (code) => {
  expect(countScan(code, lines, {})).toMatchObject({ result: 'counted', title: 'Pen' })
})

test.each(['', '   ', '4711'])('the text "%s" counts nothing', (code) => {
  expect(countScan(code, lines, {})).toMatchObject({ result: 'unknown' })
})

test('a scan replaces a text that is no number', () => {
  expect(countScan('pen-1', lines, { c: { unreadable: 'x' } })).toMatchObject({ quantities: { c: 1 } })
})
