import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified, Price } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ids = (rows: readonly Identified[]) => rows.map(({ id }) => id)
const amounts = (rows: readonly Pick<Price, 'amount'>[]) => rows.map(({ amount }) => amount)
const eur = (variant: Identified, amount: number, over = {}) => ({
  variant_id: variant.id,
  currency_code: 'eur',
  amount,
  ...over,
})

async function addList(shop: TestShop, prices: object[] = [], over = {}) {
  const body = { name: 'Sale', description: 'For a limited time', type: 'sale', status: 'active', prices, ...over }
  return (await expectSuccess(shop.admin.post('/admin/price-lists', body))).price_list
}

const addGroup = async (shop: TestShop, name: string) =>
  (await expectSuccess(shop.admin.post('/admin/customer-groups', { name }))).customer_group

const readList = async (shop: TestShop, { id }: Identified) =>
  (await expectSuccess(shop.admin.get(`/admin/price-lists/${id}`))).price_list

test('a price list is created with prices for currencies and regions and includes their variants', async () => {
  await using shop = await openTestShop()
  const [variant, region, group] = [await shop.given.variant(), await shop.given.region(), await addGroup(shop, 'VIP')]
  const list = await addList(
    shop,
    [eur(variant, 900, { min_quantity: 5 }), { variant_id: variant.id, region_id: region.id, amount: 800 }],
    { status: undefined, starts_at: '2026-01-01', customer_groups: [{ id: group.id }], includes_tax: true },
  )
  expect(list).toMatchObject({
    name: 'Sale',
    type: 'sale',
    status: 'draft',
    starts_at: '2026-01-01T00:00:00.000Z',
    ends_at: null,
    includes_tax: true,
    customer_groups: [{ id: group.id, name: 'VIP' }],
    prices: [
      {
        amount: 900,
        currency_code: 'eur',
        region_id: null,
        min_quantity: 5,
        variant: { id: variant.id },
        variants: [{ id: variant.id }],
      },
      { amount: 800, currency_code: 'eur', region_id: region.id, price_list_id: list.id, variant_id: variant.id },
    ],
  })
  expect(await readList(shop, list)).toEqual(list)
})

test('a customer of the group pays the price of an active list', async () => {
  await using shop = await openTestShop()
  const [region, product] = [await shop.given.region(), await shop.given.product()]
  const [variant] = product.variants
  const [member, group] = [await shop.given.customer(), await addGroup(shop, 'VIP')]
  await expectSuccess(
    shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, { customer_ids: [{ id: member.id }] }),
  )
  const { id } = await addList(shop, [eur(variant, 700)], { customer_groups: [{ id: group.id }] })
  const path = `/store/variants/${variant.id}?region_id=${region.id}`
  const price = async (by = shop as typeof member | TestShop) =>
    (await expectSuccess(by.get(path))).variant.calculated_price
  expect([await price(member), await price()]).toEqual([700, 1000])
  await expectSuccess(shop.admin.post(`/admin/price-lists/${id}`, { customer_groups: [] }))
  expect([await price(member), await price()]).toEqual([700, 700])
  await expectSuccess(shop.admin.delete(`/admin/price-lists/${id}`))
  expect(await price()).toBe(1000)
})

test('an update changes the given prices by id and keeps the others', async () => {
  await using shop = await openTestShop()
  const [variant, region] = [await shop.given.variant(), await shop.given.region({ currency_code: 'usd' })]
  const list = await addList(shop, [eur(variant, 900, { min_quantity: 5 }), eur(variant, 800)])
  const [first, second] = list.prices
  const { price_list } = await expectSuccess(
    shop.admin.post(`/admin/price-lists/${list.id}`, {
      name: 'Last days',
      ends_at: '2030-01-01T00:00:00.000Z',
      prices: [
        { id: first.id, variant_id: variant.id, amount: 850 },
        { id: second.id, variant_id: variant.id, amount: 750, region_id: region.id },
        eur(variant, 600),
      ],
    }),
  )
  expect(price_list).toMatchObject({
    name: 'Last days',
    description: 'For a limited time',
    status: 'active',
    ends_at: '2030-01-01T00:00:00.000Z',
    prices: [
      { id: first.id, amount: 850, currency_code: 'eur', min_quantity: 5 },
      { id: second.id, amount: 750, currency_code: 'usd', region_id: region.id },
      { amount: 600, currency_code: 'eur' },
    ],
  })
})

test('prices can be added to a list, replaced and removed', async () => {
  await using shop = await openTestShop()
  const [one, other] = [await shop.given.product({ prices: [1000, 2000] }), await shop.given.product()]
  const [small, large] = one.variants
  const list = await addList(shop, [eur(small, 1)])
  const path = `/admin/price-lists/${list.id}`
  const put = async (prices: object[], override?: boolean) =>
    (await expectSuccess(shop.admin.post(`${path}/prices/batch`, { prices, override }))).price_list.prices
  expect(amounts(await put([eur(small, 2)]))).toEqual([1, 2])
  const replaced = await put([eur(small, 3), eur(large, 4), eur(large, 5), eur(other.variants[0], 6)], true)
  expect(amounts(replaced)).toEqual([3, 4, 5, 6])

  const [three, four, five, six] = ids(replaced)
  const deletedVariant = (...ids: unknown[]) => ({ ids, object: 'money-amount', deleted: true })
  expect(await expectSuccess(shop.admin.delete(`${path}/variants/${small.id}/prices`))).toEqual(deletedVariant(three))
  expect(await expectSuccess(shop.admin.delete(`${path}/variants/${small.id}/prices`))).toEqual(deletedVariant())
  const named = await expectSuccess(shop.admin.delete(`${path}/prices/batch`, { price_ids: [four, 'ma_no'] }))
  expect(named).toEqual(deletedVariant(four, 'ma_no'))
  expect(await expectSuccess(shop.admin.delete(`${path}/products/${one.id}/prices`))).toEqual(deletedVariant(five))
  const batch = await expectSuccess(shop.admin.delete(`${path}/products/prices/batch`, { product_ids: [other.id] }))
  expect(batch).toEqual(deletedVariant(six))
  expect((await readList(shop, list)).prices).toEqual([])
  const unchangedPrice = (await expectSuccess(shop.admin.get(`/admin/products/${one.id}`))).product.variants
  expect(unchangedPrice.flatMap(({ prices }) => amounts(prices)).sort()).toEqual([1000, 2000])
})

test('simultaneous replacements of the prices of a list leave the prices of one request', async () => {
  await using shop = await openTestShop()
  const variant = await shop.given.variant()
  const list = await addList(shop, [eur(variant, 1)])
  const replace = (amount: number) =>
    expectSuccess(
      shop.admin.post(`/admin/price-lists/${list.id}/prices/batch`, {
        prices: [eur(variant, amount), eur(variant, amount, { min_quantity: 5 })],
        override: true,
      }),
    )
  await Promise.all([10, 20, 30, 40].map(replace))
  const remaining = amounts((await readList(shop, list)).prices)
  expect([remaining.length, new Set(remaining).size]).toEqual([2, 1])
})

test('the products of a price list show its prices and their own but not the prices of other lists', async () => {
  await using shop = await openTestShop()
  const variants = [
    { title: 'A', prices: [{ currency_code: 'eur', amount: 1000 }], options: [{ value: 'A' }] },
    { title: 'B', prices: [], options: [{ value: 'B' }] },
  ]
  const product = await shop.given.product({ title: 'Blue shirt', type: { value: 'Shirt' }, variants })
  const [variant, unpriced] = product.variants
  const deletedVariant = (await shop.given.product({ prices: [1, 2] })).variants[0]
  const prices = [eur(variant, 900), eur(variant, 800, { min_quantity: 5 }), eur(deletedVariant, 1)]
  const { id } = await addList(shop, prices)
  await addList(shop, [eur(variant, 100), eur(unpriced, 100)])
  await expectSuccess(shop.admin.delete(`/admin/products/${deletedVariant.product_id}/variants/${deletedVariant.id}`))
  for (const query of ['', 'q=blue', `id[]=${product.id}`, `type=${product.type_id}`, 'status[]=published']) {
    const { products, count } = await expectSuccess(shop.admin.get(`/admin/price-lists/${id}/products?${query}`))
    expect([ids(products), count]).toEqual([[product.id], 1])
    expect(products[0].variants.map((listedProducts) => amounts(listedProducts.prices))).toEqual([[1000, 900, 800], []])
    const lists = products[0].variants[0].prices.map((price) => price.price_list?.id)
    expect(lists).toEqual([undefined, id, id])
  }
  const bare = await expectSuccess(shop.admin.get(`/admin/price-lists/${id}/products?expand=&fields=title`))
  expect(bare.products).toEqual([{ id: product.id, title: 'Blue shirt' }])
  expect((await expectSuccess(shop.admin.get(`/admin/price-lists/${id}/products?status[]=draft`))).count).toBe(0)
  expect((await expectSuccess(shop.admin.get('/admin/price-lists/pl_no/products'))).count).toBe(0)
})

test('price lists can be filtered by text, type, status and customer group', async () => {
  await using shop = await openTestShop()
  const [group, other] = [await addGroup(shop, 'Gold members'), await addGroup(shop, 'Gold diggers')]
  const groups = { customer_groups: [group, other].map(({ id }) => ({ id })) }
  const list = await addList(shop, [], { name: 'Summer', description: '50% off', type: 'override', ...groups })
  await addList(shop, [], { status: 'draft' })
  const finds = ['q=summ', 'q=50%25', 'q=GOLD', 'type[]=override', 'status=active', 'name=Summer', `id=${list.id}`]
  for (const query of [...finds, `customer_groups[]=${group.id}&customer_groups[]=${other.id}`]) {
    const { price_lists, count } = await expectSuccess(shop.admin.get(`/admin/price-lists?${query}`))
    expect([ids(price_lists), count], query).toEqual([[list.id], 1])
    expect(price_lists[0]).not.toHaveProperty('prices')
  }
  for (const query of ['q=gold', 'q=gold&expand=customer_groups', 'q=gold&expand=prices']) {
    const [listedProducts] = (await expectSuccess(shop.admin.get(`/admin/price-lists?${query}`))).price_lists
    expect(ids(listedProducts.customer_groups), query).toEqual([group.id, other.id])
  }
  for (const query of ['name=Summer', 'q=gold&expand='])
    expect((await expectSuccess(shop.admin.get(`/admin/price-lists?${query}`))).price_lists[0]).not.toHaveProperty(
      'customer_groups',
    )
})

test('deleting a price list deletes its prices', async () => {
  await using shop = await openTestShop()
  const product = await shop.given.product({ prices: [1000, 2000] })
  const list = await addList(
    shop,
    product.variants.map((variant) => eur(variant, 1)),
  )
  await expectSuccess(shop.admin.delete(`/admin/products/${product.id}/variants/${product.variants[0].id}`))
  expect((await readList(shop, list)).prices.length).toBe(1)
  const path = `/admin/price-lists/${list.id}`
  for (const _ of [1, 2])
    expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id: list.id, object: 'price-list', deleted: true })
  const message = `Price list with id: ${list.id} was not found`
  await expectError(shop.admin.get(path), 404, 'not_found', message)
  await expectError(shop.admin.post(path, {}), 404, 'not_found', message)
  await expectError(shop.admin.post(`${path}/prices/batch`, { prices: [] }), 404, 'not_found', message)
  await expectError(shop.admin.delete(`${path}/prices/batch`, { price_ids: ['ma_no'] }), 404, 'not_found', message)
})

test('an invalid price list is rejected and not stored', async () => {
  await using shop = await openTestShop()
  const variant = await shop.given.variant()
  const foreign = (await addList(shop, [eur(variant, 5)])).prices[0]
  const price = eur(variant, 1)
  const xor = 'Failed XOR relation between "region_id" and "currency_code".'
  const ends = '"ends_at" must be greater than "starts_at"'
  const quantities = '"max_quantity" must not be less than "min_quantity"'
  const path = '/admin/price-lists'
  const refusals: [object, number, string][] = [
    [{ type: 'gift' }, 400, 'type must be one of the following values: sale, override'],
    [{ name: undefined, prices: undefined }, 400, 'name must be a string, prices must be an array'],
    [{ prices: [{ ...price, amount: 1.5 }] }, 400, 'amount must be an integer number'],
    [{ prices: [{ ...price, currency_code: undefined }] }, 400, xor],
    [{ prices: [{ ...price, region_id: 'reg_no' }] }, 400, xor],
    [{ prices: [{ variant_id: variant.id, amount: 1, region_id: 'reg_no' }] }, 404, 'Region with reg_no was not found'],
    [{ prices: [{ ...price, currency_code: 'xxx' }] }, 404, 'Currency with currency_code xxx does not exist.'],
    [{ prices: [{ ...price, variant_id: 'variant_no' }] }, 404, 'Variant with id: variant_no was not found'],
    [{ starts_at: '2026-02-01', ends_at: '2026-01-01' }, 400, ends],
    [{ prices: [{ ...price, min_quantity: 5, max_quantity: 4 }] }, 400, quantities],
    [{ customer_groups: [{ id: 'cgrp_no' }] }, 404, 'CustomerGroup with id cgrp_no was not found'],
  ]
  const body = { name: 'Sale', description: '', type: 'sale', prices: [price] }
  for (const [over, status, message] of refusals)
    await expectError(
      shop.admin.post(path, { ...body, ...over }),
      status,
      status === 404 ? 'not_found' : 'invalid_data',
      message,
    )
  expect((await expectSuccess(shop.admin.get(path))).count).toBe(1)

  const few = await addList(shop, [eur(variant, 1, { max_quantity: 4 })], { ends_at: '2026-01-02' })
  const changed = { id: few.prices[0].id, variant_id: variant.id, amount: 1, min_quantity: 5 }
  const change = (changes: object) => shop.admin.post(`${path}/${few.id}`, changes)
  await expectError(change({ prices: [changed] }), 400, 'invalid_data', quantities)
  await expectError(change({ starts_at: '2026-01-02' }), 400, 'invalid_data', ends)
  expect(await readList(shop, few)).toEqual(few)

  const own = await addList(shop)
  const taken = shop.admin.post(`${path}/${own.id}`, {
    prices: [{ id: foreign.id, variant_id: variant.id, amount: 1 }],
  })
  await expectError(taken, 404, 'not_found', `Money amount with id: ${foreign.id} was not found`)
  const empty = shop.admin.delete(`${path}/${own.id}/prices/batch`, { price_ids: [] })
  await expectError(empty, 400, 'invalid_data', 'price_ids should not be empty')
  for (const caller of [shop, await shop.given.customer()]) {
    expect((await caller.post(path, body)).status).toBe(401)
    expect((await caller.delete(`${path}/${own.id}`)).status).toBe(401)
  }
})
