import type { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import { Currency } from '#entities/market/currency/currency.ts'
import { Country } from '#entities/market/region/country.ts'
import { Region } from '#entities/market/region/region.ts'
import { pickColumns } from '#routers/inputs/columns.ts'
import { equalTo, inRange, searchText } from '#routers/reading/conditions.ts'
import { defineResource, type Resource, toMany, toOne } from '#routers/reading/define-resource.ts'
import { listRows } from '#routers/reading/list-rows.ts'
import { readRow } from '#routers/reading/read-row.ts'
import { listResponseSchema, setAnswerCheck } from '#routers/reading/resource.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { untyped } from '#test/support/untyped.ts'

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

const NamesOfRegions = defineResource({
  name: 'NamesOfRegions',
  entity: Region,
  columns: pickColumns(Region, ['id', 'name']),
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

interface ListOptions {
  limit?: number
  offset?: number
  order?: string
  expand?: string
  fields?: string
  where?: Parameters<typeof readRow>[2]['where']
  withDeleted?: boolean
  sortable?: readonly string[]
}

const list = ({ limit = 50, offset = 0, where = [], withDeleted = false, sortable, ...input }: ListOptions = {}) =>
  listRows(
    orm.em.fork(),
    { limit, offset, ...input },
    { resource: RegionShown, where, withDeleted, sortable, defaults: { relations: ['currency'] } },
  )

const ids = async (options?: ListOptions) => (await list(options)).rows.map(({ id }) => id)

describe('sorting', () => {
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
  ])('the order %j sorts the rows', async (order, expected) => {
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
  ])('the order %j is rejected', async (order) => {
    await expect(list({ order })).rejects.toThrow(`Order field ${order.replace(/^-/, '')} is not valid`)
  })

  test('a list can limit the sortable columns', async () => {
    const sortable = ['created_at', 'name']
    expect(await ids({ order: '-name', sortable })).toEqual(['reg_3', 'reg_1', 'reg_0', 'reg_2'])
    expect(await ids({ sortable })).toEqual(['reg_3', 'reg_2', 'reg_1', 'reg_0'])
    for (const order of ['tax_rate', '-currency.code', 'id'])
      await expect(list({ order, sortable })).rejects.toThrow('is not valid')
  })
})

describe('the default order', () => {
  const firstPages = async <Row>(resource: Resource<Row>) => {
    const input = { limit: 2, offset: 0, cursor: null }
    const first = await listRows(orm.em.fork(), input, { resource })
    return [first, await listRows(orm.em.fork(), { ...input, cursor: first.next_cursor }, { resource })]
  }

  test('a resource without created_at is sorted by its primary key', async () => {
    const [first, second] = await firstPages(NamesOfRegions)
    expect([first?.rows, second?.rows]).toEqual([
      [
        { id: 'reg_3', name: 'W_st' },
        { id: 'reg_2', name: '100% East' },
      ],
      [
        { id: 'reg_1', name: 'South' },
        { id: 'reg_0', name: 'North' },
      ],
    ])
    await expect(
      listRows(orm.em.fork(), { limit: 1, offset: 0, order: 'created_at' }, { resource: NamesOfRegions }),
    ).rejects.toThrow('Order field created_at is not valid')
  })

  test('a resource whose primary key is not id is sorted by it', async () => {
    const codes = (await firstPages(CurrencyShown)).flatMap(({ rows }) => rows.map(({ code }) => code))
    expect(new Set(codes).size).toBe(4)
    expect(codes).toEqual(codes.toSorted().toReversed())
  })
})

test('a resource without the primary key is listed without it', async () => {
  const resource = defineResource({ name: 'OnlyNames', entity: Region, columns: pickColumns(Region, ['name']) })
  const { rows } = await listRows(orm.em.fork(), { limit: 2, offset: 0, order: 'name' }, { resource })
  expect(rows).toEqual([{ name: '100% East' }, { name: 'North' }])
})

test('rows whose primary key is not id can be listed with selected fields', async () => {
  const input = { limit: 1, offset: 0, fields: 'name' }
  const { rows } = await listRows(orm.em.fork(), input, { resource: CurrencyShown, where: [{ code: 'eur' }] })
  expect(rows).toEqual([{ name: 'Euro' }])
})

describe('paging', () => {
  test('a page contains the total count', async () => {
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({
      count: 4,
      limit: 1,
      offset: 1,
      rows: [{ id: 'reg_2' }],
    })
    expect(await list({ limit: 1, expand: '' })).toMatchObject({ count: 4 })
    expect(await list({ limit: 1, expand: 'countries' })).toMatchObject({ count: 4, rows: [{ countries: [] }] })
  })

  test('a page beyond the end or with limit zero is empty', async () => {
    expect(await list({ limit: 0 })).toEqual({ rows: [], count: 4, limit: 0, offset: 0 })
    expect(await list({ offset: 99 })).toMatchObject({ rows: [], count: 4 })
    expect(await list({ offset: Number.MAX_SAFE_INTEGER })).toMatchObject({ rows: [], count: 4 })
  })

  test.each([
    ['in its default order', {}, { defaultOrder: 'code' }],
    ['in another order', { order: 'code' }, {}],
  ])('a page of several parts is complete %s', async (_, order, listing) => {
    const currencies = await orm.em.fork().find(Currency, {}, { orderBy: { code: 'asc' } })
    const codes = currencies.map(({ code }) => code)
    expect(codes.length).toBeGreaterThan(110)
    const page = async (offset: number) => {
      const input = { limit: 100, offset, ...order }
      const { rows, count } = await listRows(orm.em.fork(), input, { resource: CurrencyShown, ...listing })
      return { codes: rows.map(({ code }) => code), count }
    }
    for (const offset of [0, 7, 100, 101])
      expect(await page(offset)).toEqual({ codes: codes.slice(offset, offset + 100), count: codes.length })
  })

  test('the count excludes joined rows', async () => {
    const [north] = (await list({ order: 'created_at', limit: 1, expand: 'countries' })).rows
    expect(north?.countries?.map(({ iso_2 }) => iso_2)).toEqual(['fi', 'no', 'se'])
  })
})

describe('conditions', () => {
  const time = (text: string) => new Date(text)

  test.each([
    ['equal', equalTo({ name: 'North' }), ['reg_0']],
    ['one of several values', equalTo({ id: ['reg_0', 'reg_1', 'reg_x'] }), ['reg_1', 'reg_0']],
    ['an empty list of values', equalTo({ id: [] }), []],
    ['an undefined value', equalTo({ name: undefined }), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['a null value', equalTo({ tax_code: null }), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['a text in any letter case', searchText('oRT', ['name']), ['reg_0']],
    ['a text in a relation', searchText('dollar', ['name', 'currency.name']), ['reg_1']],
    ['a literal percent sign', searchText('%', ['name']), ['reg_2']],
    ['a literal underscore', searchText('w_s', ['name']), ['reg_3']],
    ['a literal backslash', searchText('\\', ['name']), []],
    ['an empty search', searchText('', ['name']), ['reg_3', 'reg_2', 'reg_1', 'reg_0']],
    ['after', inRange({ created_at: { gt: time('2026-01-01T12:00:00Z') } }), ['reg_3', 'reg_2']],
    ['a lower bound including it', inRange({ created_at: { gte: time('2026-01-01T12:01:00Z') } }), ['reg_3', 'reg_2']],
    ['before', inRange({ created_at: { lt: time('2026-01-01T12:01:00Z') } }), ['reg_1', 'reg_0']],
    [
      'between',
      inRange({ created_at: { gte: time('2026-01-01T12:00:00Z'), lte: time('2026-01-01T12:00:00Z') } }),
      ['reg_1', 'reg_0'],
    ],
    [
      'a lower bound at the minimum date',
      inRange({ created_at: { gte: time('0001-01-01') } }),
      ['reg_3', 'reg_2', 'reg_1', 'reg_0'],
    ],
    [
      'an upper bound at the maximum date',
      inRange({ created_at: { lt: time('9999-12-31') } }),
      ['reg_3', 'reg_2', 'reg_1', 'reg_0'],
    ],
  ])('the condition %s selects its rows', async (_, condition, expected) => {
    expect(await ids({ where: [condition] })).toEqual(expected)
    expect((await list({ where: [condition] })).count).toBe(expected.length)
  })

  test('each listed row meets all conditions', async () => {
    expect(await ids({ where: [equalTo({ tax_rate: 0 }), searchText('north', ['name']), undefined] })).toEqual([
      'reg_0',
    ])
  })

  test('deleted rows are included only on request', async () => {
    expect(await ids({ withDeleted: true })).toHaveLength(5)
    const where = [inRange({ deleted_at: { gt: time('2026-01-01') } })]
    expect(await ids({ withDeleted: true, where })).toEqual(['reg_4'])
    expect(await ids({ where })).toEqual([])
  })
})

test('a single row is read with its selection, or is null', async () => {
  const readOne = (id: string, selection = {}) =>
    readRow(orm.em.fork(), selection, { resource: RegionShown, where: [{ id }] })
  expect(await readOne('reg_0', { fields: 'name', expand: 'currency' })).toEqual({
    id: 'reg_0',
    name: 'North',
    currency: { code: 'eur', name: 'Euro' },
  })
  expect(await readOne('reg_4')).toBeNull()
  await expect(readOne('reg_0', { fields: 'currency_code' })).rejects.toThrow(
    'Requested fields [currency_code] are not valid',
  )
})

test('the response schema accepts all listed rows and removes other properties', async () => {
  setAnswerCheck('fast')
  onTestFinished(() => setAnswerCheck('full'))
  const { rows, ...page } = await list({ expand: 'currency,countries' })
  const guard = untyped<z.ZodType>(listResponseSchema('regions', RegionShown))
  const response = { regions: rows, ...page }
  expect(guard.parse(response)).toEqual(response)
  expect(guard.parse(structuredClone(response))).toEqual(response)
  const leaking = structuredClone(response) as { regions: object[] }
  Object.assign(leaking.regions[0] as object, { secret: 'x' })
  expect(guard.parse(leaking)).toEqual(response)
})
