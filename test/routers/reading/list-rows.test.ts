import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Currency } from '#entities/market/currency/currency.ts'
import { Country } from '#entities/market/region/country.ts'
import { Region } from '#entities/market/region/region.ts'
import { pickColumns } from '#routers/reading/columns.ts'
import { equalTo, inRange, searchText } from '#routers/reading/conditions.ts'
import { defineResource, toMany, toOne } from '#routers/reading/define-resource.ts'
import { listRows, readRow } from '#routers/reading/list-rows.ts'
import { listResponseSchema } from '#routers/reading/resource.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const CurrencyShown = defineResource({
  name: 'CurrencyShown',
  entity: Currency,
  columns: pickColumns(Currency, ['code', 'name']),
})
const CountryShown = defineResource({
  name: 'CountryShown',
  entity: Country,
  columns: pickColumns(Country, ['iso_2', 'region_id']),
})
const RegionShown = defineResource({
  name: 'RegionShown',
  entity: Region,
  columns: pickColumns(Region, [
    'id',
    'created_at',
    'updated_at',
    'deleted_at',
    'name',
    'tax_rate',
    'tax_code',
    'metadata',
  ]),
  relations: () => ({ currency: toOne(CurrencyShown), countries: toMany(CountryShown) }),
})

const ending = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = ending.use(await openClone()).orm
  const em = orm.em.fork()
  const noon = Date.parse('2026-01-01T12:00:00Z')
  const names = ['North', 'South', '100% East', 'W_st', 'Gone']
  for (const [i, name] of names.entries()) {
    em.create(Region, {
      id: `reg_${i}`,
      name,
      tax_rate: i % 2,
      currency_code: i === 1 ? 'usd' : 'eur',
      created_at: new Date(noon + Math.floor(i / 2) * 60_000),
      deleted_at: name === 'Gone' ? new Date() : null,
    })
  }
  await em.flush()
  await em.nativeUpdate(Country, { iso_2: { $in: ['fi', 'se', 'no'] } }, { region_id: 'reg_0' })
})
afterAll(() => ending.disposeAsync())

interface Asked {
  limit?: number
  offset?: number
  order?: string
  expand?: string
  fields?: string
  where?: Parameters<typeof readRow>[2]['where']
  withDeleted?: boolean
  sortable?: readonly string[]
}

const list = ({ limit = 50, offset = 0, where = [], withDeleted = false, sortable, ...input }: Asked = {}) =>
  listRows(
    orm.em.fork(),
    { limit, offset, ...input },
    { resource: RegionShown, where, withDeleted, sortable, defaults: { relations: ['currency'] } },
  )

const ids = async (asked?: Asked) => (await list(asked)).rows.map(({ id }) => id)

describe('order', () => {
  test.each([
    [undefined, ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['', ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['created_at', ['reg_0', 'reg_1', 'reg_2', 'reg_3']],
    ['name', ['reg_2', 'reg_0', 'reg_1', 'reg_3']],
    ['-name', ['reg_3', 'reg_1', 'reg_0', 'reg_2']],
    ['tax_rate', ['reg_0', 'reg_2', 'reg_1', 'reg_3']],
    ['-tax_rate', ['reg_3', 'reg_1', 'reg_2', 'reg_0']],
    ['currency.code', ['reg_0', 'reg_2', 'reg_3', 'reg_1']],
    ['-currency.code', ['reg_1', 'reg_3', 'reg_2', 'reg_0']],
  ])('%j', async (order, expected) => {
    expect(await ids({ order })).toEqual(expected)
    const pages = await Promise.all([0, 2].map((offset) => ids({ order, limit: 2, offset })))
    expect(pages.flat()).toEqual(expected)
  })

  test.each([
    'nothing',
    '-nothing',
    '-',
    'currency',
    'currency.nothing',
    'nothing.code',
    'name,tax_rate',
    'currency_code',
    'name ',
    'metadata',
    'countries.iso_2',
    'constructor',
  ])('%j is refused', async (order) => {
    await expect(list({ order })).rejects.toThrow(`Order field ${order.replace(/^-/, '')} is not valid`)
  })

  test('takes only the names that a list allows', async () => {
    const sortable = ['created_at', 'name']
    expect(await ids({ order: '-name', sortable })).toEqual(['reg_3', 'reg_1', 'reg_0', 'reg_2'])
    expect(await ids({ sortable })).toEqual(['reg_3', 'reg_2', 'reg_1', 'reg_0'])
    for (const order of ['tax_rate', '-currency.code', 'id'])
      await expect(list({ order, sortable })).rejects.toThrow('is not valid')
  })
})

describe('a page', () => {
  test('tells how many there are in all', async () => {
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({
      count: 4,
      limit: 1,
      offset: 1,
      rows: [{ id: 'reg_2' }],
    })
    expect(await list({ limit: 1, expand: '' })).toMatchObject({ count: 4 })
    expect(await list({ limit: 1, expand: 'countries' })).toMatchObject({ count: 4, rows: [{ countries: [] }] })
  })

  test('of nothing is empty, and so is one beyond the end', async () => {
    expect(await list({ limit: 0 })).toEqual({ rows: [], count: 4, limit: 0, offset: 0 })
    expect(await list({ offset: 99 })).toMatchObject({ rows: [], count: 4 })
    expect(await list({ offset: Number.MAX_SAFE_INTEGER })).toMatchObject({ rows: [], count: 4 })
  })

  test('counts rows, not what is joined to them', async () => {
    const [north] = (await list({ order: 'created_at', limit: 1, expand: 'countries' })).rows
    expect(north?.countries?.map(({ iso_2 }) => iso_2)).toEqual(['fi', 'no', 'se'])
  })
})

describe('conditions', () => {
  const time = (text: string) => new Date(text)

  test.each([
    ['equal', equalTo({ name: 'North' }), ['reg_0']],
    ['one of several', equalTo({ id: ['reg_0', 'reg_1', 'reg_x'] }), ['reg_1', 'reg_0']],
    ['one of none', equalTo({ id: [] }), []],
    ['not asked for', equalTo({ name: undefined }), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['no value', equalTo({ tax_code: null }), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['found in any case', searchText('oRT', ['name']), ['reg_0']],
    ['found in a relation', searchText('dollar', ['name', 'currency.name']), ['reg_1']],
    ['a percent sign means itself', searchText('%', ['name']), ['reg_2']],
    ['an underscore means itself', searchText('w_s', ['name']), ['reg_3']],
    ['a backslash means itself', searchText('\\', ['name']), []],
    ['a search for nothing', searchText('', ['name']), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['after', inRange({ created_at: { gt: time('2026-01-01T12:00:00Z') } }), ['reg_3', 'reg_2']],
    ['not before', inRange({ created_at: { gte: time('2026-01-01T12:01:00Z') } }), ['reg_3', 'reg_2']],
    ['before', inRange({ created_at: { lt: time('2026-01-01T12:01:00Z') } }), ['reg_1', 'reg_0']],
    [
      'between',
      inRange({ created_at: { gte: time('2026-01-01T12:00:00Z'), lte: time('2026-01-01T12:00:00Z') } }),
      ['reg_1', 'reg_0'],
    ],
    ['after the first day', inRange({ created_at: { gte: time('0001-01-01') } }), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['before the last', inRange({ created_at: { lt: time('9999-12-31') } }), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
  ])('%s', async (_, condition, expected) => {
    expect(await ids({ where: [condition] })).toEqual(expected)
    expect((await list({ where: [condition] })).count).toBe(expected.length)
  })

  test('all of them hold', async () => {
    expect(await ids({ where: [equalTo({ tax_rate: 0 }), searchText('north', ['name']), undefined] })).toEqual([
      'reg_0',
    ])
  })

  test('what is deleted is shown only where that is asked for', async () => {
    expect(await ids({ withDeleted: true })).toHaveLength(5)
    const where = [inRange({ deleted_at: { gt: time('2026-01-01') } })]
    expect(await ids({ withDeleted: true, where })).toEqual(['reg_4'])
    expect(await ids({ where })).toEqual([])
  })
})

test('one row is read as it was asked for, or null', async () => {
  const read = (id: string, wanted = {}) => readRow(orm.em.fork(), wanted, { resource: RegionShown, where: [{ id }] })
  expect(await read('reg_0', { fields: 'name', expand: 'currency' })).toEqual({
    id: 'reg_0',
    name: 'North',
    currency: { code: 'eur', name: 'Euro' },
  })
  expect(await read('reg_4')).toBeNull()
  await expect(read('reg_0', { fields: 'currency_code' })).rejects.toThrow(
    'Requested fields [currency_code] are not valid',
  )
})

test('what is shown is what the guard of its resource lets through, looked through or not', async () => {
  const { rows, ...page } = await list({ expand: 'currency,countries' })
  const guard = listResponseSchema('regions', RegionShown) as unknown as z.ZodType
  const answered = { regions: rows, ...page }
  expect(guard.parse(answered)).toEqual(answered)
  expect(guard.parse(structuredClone(answered))).toEqual(answered)
  const leaking = structuredClone(answered) as { regions: object[] }
  Object.assign(leaking.regions[0] as object, { secret: 'x' })
  expect(guard.parse(leaking)).toEqual(answered)
})
