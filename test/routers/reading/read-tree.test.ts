import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { planRead } from '#database/read/plan.ts'
import { readTrees } from '#database/read/read-trees.ts'
import { statementNames } from '#database/statement.ts'
import { Country } from '#entities/market/region/country.ts'
import { Region } from '#entities/market/region/region.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { pickColumns } from '#routers/inputs/columns.ts'
import { defineResource, toOne } from '#routers/reading/define-resource.ts'
import { readRows } from '#routers/reading/read-row.ts'
import { RegionResource, type RegionView } from '#routers/resources/region.ts'
import { ReturnReasonResource } from '#routers/resources/return.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

interface RegionsOf {
  regions: { countries: { region?: RegionView | null | undefined }[] }[]
}

const readBody = (path: string) => expectSuccess(shop.admin.get(path))

describe('expanded relations', () => {
  test('expanding either side of a many-to-many relation returns the related rows', async () => {
    const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Friends' }))
    const { id } = await shop.given.customer()
    await expectSuccess(
      shop.admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, { customer_ids: [{ id }] }),
    )
    const prices = {
      name: 'For friends',
      description: 'x',
      type: 'sale',
      prices: [],
      customer_groups: [{ id: customer_group.id }],
    }
    const { price_list } = await expectSuccess(shop.admin.post('/admin/price-lists', prices))

    const group = await readBody(`/admin/customer-groups/${customer_group.id}?expand=customers,price_lists`)
    expect(group.customer_group.customers.map((one: { id: string }) => one.id)).toEqual([id])
    expect(group.customer_group.price_lists.map((one: { id: string }) => one.id)).toEqual([price_list.id])
    const { customer } = await readBody(`/admin/customers/${id}?expand=groups`)
    expect(customer.groups).toEqual([expect.objectContaining({ id: customer_group.id, name: 'Friends' })])
  })

  test('soft-deleted rows are excluded from lists and single relations', async () => {
    const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Summer' }))
    const product = await shop.given.product({ collection_id: collection.id })
    const other = await shop.given.product({ collection_id: collection.id })
    await shop.admin.delete(`/admin/products/${other.id}`)
    const { products } = (await readBody(`/admin/collections/${collection.id}`)).collection
    expect(products.map((one: { id: string }) => one.id)).toEqual([product.id])
    await shop.admin.delete(`/admin/collections/${collection.id}`)
    expect((await readBody(`/admin/products/${product.id}?expand=collection`)).product.collection).toBeNull()
  })

  test('expanded columns keep their types', async () => {
    const region = await shop.given.region({ tax_rate: 19.5, metadata: { note: { made_at: '2026-01-01' } } })
    const discount = await shop.given.discount(region, {}, { starts_at: '2026-02-03T04:05:06.789Z' })
    const { discounts } = await readBody(`/admin/discounts?q=${discount.code}&expand=regions,rule,parent_discount`)
    expect(discounts[0]).toMatchObject({
      starts_at: '2026-02-03T04:05:06.789Z',
      ends_at: null,
      parent_discount: null,
      regions: [{ id: region.id, tax_rate: 19.5, metadata: { note: { made_at: '2026-01-01' } } }],
      rule: { type: 'percentage', value: 10 },
    })
  })

  test('a shared row is included at each place with its selected columns', async () => {
    const region = await shop.given.region({ metadata: { note: { made_at: '2026-01-01' } } })
    const codes = [(await shop.given.discount(region)).code, (await shop.given.discount(region)).code]
    const readDiscounts = async (query: string) => {
      const { discounts } = await readBody(`/admin/discounts?${query}`)
      return discounts.filter(({ code }: { code: string }) => codes.includes(code))
    }
    const [one, other] = await readDiscounts('expand=regions,rule')
    expect(one?.regions).toEqual(other?.regions)
    expect(one?.regions[0]).toMatchObject({ id: region.id, metadata: { note: { made_at: '2026-01-01' } } })
    expect(one?.rule.id).not.toBe(other?.rule.id)
    const narrowed = `/admin/regions/${region.id}?expand=countries&fields=name,countries.name`
    const { countries } = (await readBody(narrowed)).region
    expect(countries.length).toBeGreaterThan(0)
    for (const country of countries) expect(country).toEqual({ id: expect.anything(), name: expect.any(String) })
  })

  test('a shared row is included at each place if the relation is loaded separately', async () => {
    const region = await shop.given.region()
    const ids = [(await shop.given.discount(region)).id, (await shop.given.discount(region)).id]
    const countryShown = defineResource({
      name: 'CountryInTree',
      entity: Country,
      columns: pickColumns(Country, ['iso_2', 'region_id']),
      relations: () => ({ region: toOne(RegionResource) }),
    })
    const readBody = async (loadSeparately: 'countries'[], ...keys: string[]): Promise<RegionsOf[]> => {
      const regionShown = defineResource({
        name: 'RegionInTree',
        entity: Region,
        columns: pickColumns(Region, ['id']),
        relations: () => ({ countries: z.array(countryShown) }),
        loadSeparately,
      })
      const resource = defineResource({
        name: 'DiscountInTree',
        entity: Discount,
        columns: pickColumns(Discount, ['id']),
        relations: () => ({ regions: z.array(regionShown) }),
      })
      return readRows(shop.orm.em.fork(), keys, {
        resource,
        defaults: { relations: ['regions.countries.region'] },
      })
    }
    const found = await readBody(['countries'], ...ids, 'disc_no')
    expect(found).toEqual(await readBody([], ...ids))
    const [one, other] = found.map(({ regions }) => regions[0]?.countries[0])
    expect(one).toMatchObject({ region: { id: region.id, name: region.name } })
    expect(one).toEqual(other)
    expect(one).not.toBe(other)
    expect(one?.region).not.toBe(other?.region)
    expect(await readBody(['countries'], 'disc_no')).toEqual([])
  })

  test('hidden columns are never included', async () => {
    await expectSuccess(
      shop
        .as({})
        .post('/store/customers', { first_name: 'A', last_name: 'B', email: 'a@example.com', password: 'secret' }),
    )
    expect(JSON.stringify(await readBody('/admin/customers?expand=groups,orders,shipping_addresses'))).not.toContain(
      'argon2',
    )
  })
})

test('a list takes one statement, or three with conditions, and a single row one, for any expansion', async () => {
  const region = await shop.given.region()
  for (let i = 0; i < 3; i++) await shop.given.discount(region)
  await using counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const statements = async (path: string) => {
    await counted.send('GET', path)
    return (await counted.send('GET', path)).statements
  }
  const authentication = 1
  const { discounts } = await readBody('/admin/discounts')
  const deep = 'expand=regions.countries,regions.payment_providers,rule.conditions.products,parent_discount'
  expect(await statements(`/admin/discounts?limit=2&${deep}`)).toBe(authentication + 1)
  expect(await statements(`/admin/discounts?limit=3`)).toBe(authentication + 1)
  expect(await statements(`/admin/discounts?limit=3&is_disabled=false`)).toBe(authentication + 3)
  expect(await statements('/admin/regions?limit=50')).toBe(authentication + 1)
  expect(await statements(`/admin/discounts/${discounts[0].id}?${deep}`)).toBe(authentication + 1)
})

test('frequent queries are prepared up to a budget', async () => {
  const budget = { left: 2 }
  const reason = { value: 'torn', label: 'Torn' }
  const { id } = (await expectSuccess(shop.admin.post('/admin/return-reasons', reason))).return_reason
  // No other test reads these with deleted rows, so their statements are unique.
  const reading = (...columns: string[]) => {
    const em = shop.orm.em.fork()
    const plan = planRead(em, ReturnReasonResource.model, {
      columns: new Set(['id', ...columns]),
      relations: new Map(),
    })
    return async () => (await readTrees(em, [id], { plan, withDeleted: true, budget })).rows
  }
  const planned = async (readBody: () => Promise<object[]>, times: number) => {
    const before = statementNames.size
    for (let time = 0; time < times; time++) expect(await readBody()).toHaveLength(1)
    return statementNames.size - before
  }
  const often = reading('value', 'metadata')
  expect(await planned(often, 2)).toBe(0)
  expect(await planned(often, 2)).toBe(1)
  expect(await planned(reading('label', 'metadata'), 3)).toBe(1)
  expect(await planned(reading('description', 'metadata'), 3)).toBe(0)
})
