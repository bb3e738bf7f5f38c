import type { MikroORM, RequiredEntityData } from '@mikro-orm/postgresql'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Currency } from '#entities/market/currency/currency.ts'
import { Region } from '#entities/market/region/region.ts'
import { columnsOf, pickColumns } from '#routers/inputs/columns.ts'
import { equalTo, searchText } from '#routers/reading/conditions.ts'
import { defineResource, toOne } from '#routers/reading/define-resource.ts'
import { listRows } from '#routers/reading/list-rows.ts'
import { openClone } from '#test/support/cloned-orm.ts'
import { untyped } from '#test/support/untyped.ts'

const CurrencyShown = defineResource({
  name: 'CurrencyOfPage',
  entity: Currency,
  columns: pickColumns(Currency, ['code']),
})
const RegionShown = defineResource({
  name: 'RegionOfPage',
  entity: Region,
  columns: columnsOf(Region),
  relations: () => ({ currency: toOne(CurrencyShown) }),
})

const ending = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = ending.use(await openClone()).orm
})
afterAll(() => ending.disposeAsync())

interface PageOptions {
  limit?: number
  offset?: number
  order?: string
  cursor?: string | null
  direction?: 'forward'
  with_count?: boolean
  fields?: string
  expand?: string
  where?: Parameters<typeof listRows>[2]['where']
}

const page = ({ limit = 2, offset = 0, where = [], ...options }: PageOptions) =>
  listRows(
    orm.em.fork(),
    { limit, offset, ...options },
    { resource: RegionShown, where, defaults: { relations: ['currency'] } },
  )

const idsIn = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

/** The ids of all pages. `beforeNextPage` runs before each page except the first. */
async function walk(options: PageOptions, beforeNextPage = async () => {}): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined = null
  do {
    if (cursor) await beforeNextPage()
    const next = await page({ ...options, cursor })
    ids.push(...idsIn(next))
    cursor = next.next_cursor
  } while (cursor)
  return ids
}

const NOON = Date.parse('2026-01-01T12:00:00Z')

const facts = fc.record({
  name: fc.constantFrom('a', 'B', 'ä', "it's", '"quoted"', '', '100%'),
  tax_rate: fc.constantFrom(0, 0.1, 7.25, 1 / 3, 1e-7),
  tax_code: fc.constantFrom(null, 'a', 'b', 'null'),
  currency_code: fc.constantFrom('eur', 'usd', 'sek'),
  automatic_taxes: fc.boolean(),
  created_at: fc.integer({ min: 0, max: 3 }).map((i) => new Date(NOON + i)),
  deleted_at: fc.constantFrom(null, null, null, new Date(NOON)),
})

const orders = fc
  .constantFrom('id', 'name', 'tax_rate', 'tax_code', 'created_at', 'deleted_at', 'automatic_taxes', 'currency.code')
  .chain((column) => fc.constantFrom(column, `-${column}`))

async function fill(rows: readonly object[], prefix = 'reg_'): Promise<void> {
  const em = orm.em.fork()
  for (const [i, row] of rows.entries())
    em.create(Region, untyped<RequiredEntityData<Region>>({ id: `${prefix}${i}`, ...row }))
  await em.flush()
}

const empty = () => orm.em.fork().nativeDelete(Region, { id: { $ne: null } }, { filters: { alive: false } })

describe('pages by cursor', () => {
  test('the pages contain the whole list in any order, with ties and null values', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(facts, { maxLength: 12 }),
        orders,
        fc.integer({ min: 1, max: 5 }),
        async (rows, order, limit) => {
          await empty()
          await fill(rows)
          expect(await walk({ order, limit })).toEqual(idsIn(await page({ order, limit: 100 })))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('the pages skip and repeat no unchanged row while other rows come and go', async () => {
    const change = fc.record({ come: fc.array(facts, { maxLength: 2 }), goes: fc.integer({ min: 0, max: 11 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(facts, { minLength: 6, maxLength: 12 }),
        orders,
        fc.array(change, { maxLength: 5 }),
        async (rows, order, changes) => {
          await empty()
          await fill(rows)
          const before = idsIn(await page({ order, limit: 100 }))
          const gone = new Set<string>()
          let times = 0
          const ids = await walk({ order }, async () => {
            const { come, goes } = changes[times++] ?? { come: [], goes: 11 }
            await fill(come, `reg_${times}_`)
            await orm.em.fork().nativeDelete(Region, { id: `reg_${goes}` })
            gone.add(`reg_${goes}`)
          })
          expect(new Set(ids).size).toBe(ids.length)
          const stayed = before.filter((id) => !gone.has(id))
          expect(ids.filter((id) => stayed.includes(id))).toEqual(stayed)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('the pages apply conditions and selections', async () => {
    await empty()
    await fill([1, 2, 3, 4, 5].map((i) => ({ name: `Region ${i}`, tax_rate: i % 2, currency_code: 'eur' })))
    const where = [equalTo({ tax_rate: 1 }), searchText('REGION', ['name', 'currency.name'])]
    expect(await walk({ where: [equalTo({ tax_rate: 1 })], limit: 1, order: 'name' })).toEqual([
      'reg_0',
      'reg_2',
      'reg_4',
    ])
    expect(await walk({ where, limit: 2, order: '-currency.code' })).toEqual(['reg_4', 'reg_2', 'reg_0'])
    const { rows } = await page({ cursor: null, order: 'name', limit: 1, fields: 'name', expand: 'currency' })
    expect(rows).toEqual([{ id: 'reg_0', name: 'Region 1', currency: { code: 'eur' } }])
  })

  test('the count is returned only on request', async () => {
    expect(await page({ cursor: null })).toMatchObject({ count: null, limit: 2, offset: 0 })
    expect(await page({ cursor: null, with_count: true })).toMatchObject({ count: 5 })
    expect(await page({ direction: 'forward' })).toMatchObject({ count: null, next_cursor: expect.any(String) })
    expect(await page({})).toMatchObject({ count: 5 })
    expect(await page({})).not.toHaveProperty('next_cursor')
  })

  test('the last page has no next cursor', async () => {
    expect(await page({ cursor: null, limit: 5 })).toMatchObject({ next_cursor: null })
    expect(await page({ cursor: null, limit: 4 })).toMatchObject({ next_cursor: expect.any(String) })
  })
})

describe('rejected cursors', () => {
  const cursorOf = async (options: PageOptions) => (await page({ cursor: null, ...options })).next_cursor as string

  test.each<[string, PageOptions, PageOptions]>([
    ['in another order', { order: 'name' }, { order: '-name' }],
    ['by another column', { order: 'name' }, { order: 'tax_code' }],
    ['with other conditions', { where: [equalTo({ tax_rate: [0, 1] })] }, { where: [equalTo({ tax_rate: 1 })] }],
    ['with another search text', { where: [searchText('r', ['name'])] }, { where: [searchText('re', ['name'])] }],
  ])('a cursor used %s is rejected', async (_, options, otherOptions) => {
    const cursor = await cursorOf(options)
    expect(idsIn(await page({ ...options, cursor }))).toHaveLength(2)
    await expect(page({ ...otherOptions, cursor })).rejects.toThrow(
      'cursor is not valid for this list. Use a next_cursor with the filters and order of the request that returned it.',
    )
  })

  test('a cursor that the shop did not issue is rejected', async () => {
    const cursor = await cursorOf({})
    const [place = '', sum = ''] = cursor.split('.')
    const others = [
      '',
      '.',
      'nonsense',
      place,
      `.${sum}`,
      `${place}x.${sum}`,
      `${place}.${sum}x`,
      cursor.toUpperCase(),
      '\0',
    ]
    for (const wrong of others)
      await expect(page({ cursor: wrong })).rejects.toThrow(
        'cursor is not valid for this list. Use a next_cursor with the filters and order of the request that returned it.',
      )
  })

  test('a cursor with an offset, without a limit or in an unknown order is rejected', async () => {
    const cursor = await cursorOf({})
    await expect(page({ cursor, offset: 1 })).rejects.toThrow('offset cannot be combined with cursor')
    await expect(page({ cursor, limit: 0 })).rejects.toThrow('limit must not be less than 1')
    await expect(page({ cursor: null, order: 'metadata' })).rejects.toThrow('Order field metadata is not valid')
  })
})
