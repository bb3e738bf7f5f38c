import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  booleanFilter,
  dateFilter,
  pagingParams,
  queryBoolean,
  queryInt,
  queryList,
  queryNumber,
  queryOneOrList,
} from '#routers/inputs/query.ts'

const at = (text: string) => new Date(text)

describe('parsing query values', () => {
  test.each([
    [queryInt, '5', 5],
    [queryInt, 5, 5],
    [queryInt, '-5', -5],
    [queryNumber, '1.5', 1.5],
    [queryBoolean, 'true', true],
    [queryBoolean, 'false', false],
    [queryBoolean, false, false],
    [booleanFilter, 'false', false],
    [booleanFilter, 'null', null],
    [booleanFilter, null, null],
    [queryList(z.string()), ['x'], ['x']],
    [queryList(z.string()), ['x,y'], ['x', 'y']],
    [queryList(z.string()), ['x,y', 'z'], ['x,y', 'z']],
    [queryList(z.string()), { 3: 'x', 7: 'y' }, ['x', 'y']],
    [queryOneOrList, 'x', 'x'],
    [queryOneOrList, ['x', 'y'], ['x', 'y']],
    [queryOneOrList, { 1001: 'x' }, ['x']],
  ] as [z.ZodType, unknown, unknown][])('the value %# %j is parsed', (schema, input, value) => {
    expect(schema.parse(input)).toEqual(value)
  })
})

test.each([
  [queryInt, ''],
  [queryInt, '5x'],
  [queryInt, '0x10'],
  [queryInt, ' 5'],
  [queryInt, '1e3'],
  [queryInt, null],
  [queryInt, true],
  [queryInt, ['5']],
  [queryNumber, 'NaN'],
  [queryNumber, 'Infinity'],
  [queryBoolean, ''],
  [queryBoolean, 'TRUE'],
  [queryBoolean, '0'],
  [queryBoolean, 0],
  [queryBoolean, 'null'],
  [booleanFilter, 'no'],
  [queryList(z.string()), 'x'],
  [queryList(z.string()), { x: 'y' }],
  [queryList(z.string()), [{ x: 'y' }]],
  [queryOneOrList, 5],
  [queryOneOrList, { x: 'y' }],
] as [z.ZodType, unknown][])('the value %# %j is rejected', (schema, input) => {
  expect(schema.safeParse(input).success).toBe(false)
})

describe('paging parameters', () => {
  const page = z.strictObject(pagingParams(20))

  test.each([
    [{}, { limit: 20, offset: 0 }],
    [
      { limit: '5', offset: '10' },
      { limit: 5, offset: 10 },
    ],
    [{ limit: '' }, { limit: 0, offset: 0 }],
    [{ limit: '0' }, { limit: 0, offset: 0 }],
    [{ limit: '1000000' }, { limit: 1000, offset: 0 }],
    [{ limit: 5 }, { limit: 5, offset: 0 }],
  ])('the page %j is parsed', (input, value) => {
    expect(page.parse(input)).toEqual(value)
  })

  test.each([
    { limit: '-1' },
    { offset: '-1' },
    { limit: '1.5' },
    { limit: 'x' },
    { offset: '1e99' },
    { offset: '9'.repeat(30) },
  ])('the page %j is rejected', (input) => {
    expect(page.safeParse(input).success).toBe(false)
  })
})

describe('date filters', () => {
  test.each([
    ['2026-01-02', at('2026-01-02T00:00:00Z')],
    ['2026-01-02T03:04:05Z', at('2026-01-02T03:04:05Z')],
    ['2026-01-02T03:04:05+02:00', at('2026-01-02T01:04:05Z')],
    ['1600000000', at('2020-09-13T12:26:40Z')],
    ['1600000000.5', at('2020-09-13T12:26:40.500Z')],
    ['2020', at('2020-01-01T00:00:00Z')],
    [at('2026-01-02'), at('2026-01-02')],
  ])('the date %s is parsed', (input, time) => {
    expect(dateFilter.parse({ gte: input })).toEqual({ gte: time })
  })

  test.each([
    '',
    'soon',
    '2026-13-45',
    '9'.repeat(20),
    '999999-01-01',
    '-000001-01-01',
    '9999999999999',
    null,
    5,
    true,
  ])('the date %j is rejected', (input) => {
    expect(dateFilter.safeParse({ lt: input }).success).toBe(false)
  })

  test('several bounds can be combined, and an unknown one is rejected', () => {
    expect(Object.keys(dateFilter.parse({ lt: '2026', gt: '2025', lte: '2026', gte: '2025' }))).toHaveLength(4)
    expect(dateFilter.safeParse({ after: '2025' }).success).toBe(false)
  })
})
