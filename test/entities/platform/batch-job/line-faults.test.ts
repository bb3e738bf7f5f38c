import { expect, test } from 'vitest'
import { toBatchErrors } from '#entities/platform/batch-job/batch-errors.ts'
import { FaultCollector } from '#entities/platform/batch-job/line-faults.ts'

const reasons = [{ name: 'cell_not_whole' as const, column: 'Stock' }]
const faultOf = (line: number) => ({ line, sheet_row: line, message: `Line ${line} is wrong`, reasons })
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

test('only the first hundred errors by line are kept', () => {
  const faults = new FaultCollector()
  for (const line of lines(71, 20_070).reverse()) faults.add(faultOf(line))
  expect(faults.reported).toEqual(lines(71, 170).map(faultOf))
  const errors = toBatchErrors(faults)
  expect(errors).toHaveLength(101)
  expect(errors[0]).toEqual({ message: 'Line 71 is wrong', code: 'invalid_data', err: [{ line: 71 }], reasons })
  expect(errors.at(-1)).toEqual({
    message: '19900 more errors were found',
    code: 'invalid_data',
    err: [],
    reasons: [{ name: 'more_errors', count: 19_900 }],
  })
})

test('errors counted elsewhere are merged by line', () => {
  const faults = new FaultCollector()
  for (const line of lines(1, 60)) faults.add(faultOf(2 * line))
  faults.addAll({ reported: lines(1, 100).map((line) => faultOf(2 * line + 1)), count: 5000 })
  expect(faults.reported.map(({ line }) => line)).toEqual(lines(2, 101))
  expect(faults.count).toBe(5060)
})

test('errors of one line keep their order', () => {
  const faults = new FaultCollector()
  for (const message of ['one', 'another', 'a third']) faults.add({ line: 2, sheet_row: 2, message, reasons: [] })
  expect(toBatchErrors(faults).map(({ message }) => message)).toEqual(['one', 'another', 'a third'])
})
