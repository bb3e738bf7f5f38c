import { describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { expectError, expectErrorMessage, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { holdLock } from '#test/support/hold-lock.ts'
import type { Identified, Region, Variant } from '#test/support/resources.ts'
import { waitForBlockedRequest } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

type Market = Record<'region' | 'cart' | 'freeOption', Identified> & { variant: Variant }

const body = (over = {}) => ({
  name: 'Nordics',
  currency_code: 'usd',
  tax_rate: 25,
  payment_providers: ['manual'],
  fulfillment_providers: ['manual'],
  countries: ['DK', 'se'],
  ...over,
})

const iso = (region: { countries: { iso_2: string }[] }) => region.countries.map(({ iso_2 }) => iso_2)

test('a region is created with its currency, countries, providers and tax', async () => {
  await using shop = await openTestShop()
  const { region } = await expectSuccess(shop.admin.post('/admin/regions', body({ tax_code: 'T', metadata: { a: 1 } })))
  expect(region).toMatchObject({
    tax_rate: 25,
    tax_code: 'T',
    currency: { code: 'usd' },
    gift_cards_taxable: true,
    automatic_taxes: true,
    includes_tax: false,
    payment_providers: [{ id: 'manual' }],
    fulfillment_providers: [{ id: 'manual' }],
    metadata: { a: 1 },
  })
  expect(iso(region)).toEqual(['dk', 'se'])
  expect((await expectSuccess(shop.admin.get(`/admin/regions/${region.id}`))).region).toEqual(region)
  const { regions, count } = await expectSuccess(shop.admin.get('/admin/regions?q=nord&fields=name&expand=currency'))
  expect([count, Object.keys(regions[0]).sort()]).toEqual([1, ['currency', 'id', 'name']])
})

test('a region with unknown references is rejected and not stored', async () => {
  await using shop = await openTestShop()
  const faults = {
    'Invalid currency code': { currency_code: 'eur' },
    'The tax_rate must be between 0 and 1': { tax_rate: 101 },
    'Payment provider not found': { payment_providers: ['manual', 'nobody'] },
    'Fulfillment provider not found': { fulfillment_providers: ['nobody'] },
    'Invalid country code': { countries: ['dk', 'zz'] },
    'tax_rate must be a number conforming to the specified constraints': { tax_rate: '25' },
    'each value in countries must be a string': { countries: [1] },
  }
  for (const [message, over] of Object.entries(faults)) {
    const reply = await shop.admin.post('/admin/regions', body(over))
    expect([reply.status, reply.body]).toEqual([400, { type: 'invalid_data', message }])
  }
  expect((await expectSuccess(shop.admin.get('/admin/regions'))).count).toBe(0)
})

test('simultaneous requests put a country into one region', async () => {
  await using shop = await openTestShop()
  const replies = await Promise.all([1, 2, 3].map(() => shop.admin.post('/admin/regions', body())))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const { region } = replies.find(({ status }) => status === 200)!.body
  const other = await shop.given.region()
  const reply = await shop.admin.post(`/admin/regions/${other.id}/countries`, { country_code: 'dk' })
  expect([reply.status, reply.body]).toEqual([
    422,
    {
      code: 'invalid_request_error',
      type: 'duplicate_error',
      message: `Denmark already exists in region ${region.id}`,
    },
  ])
})

test('an update changes the given fields and replaces the given lists', async () => {
  await using shop = await openTestShop()
  const { region } = await expectSuccess(shop.admin.post('/admin/regions', body()))
  const path = `/admin/regions/${region.id}`
  const changed = (
    await expectSuccess(shop.admin.post(path, { tax_rate: 7, countries: ['se', 'no'], automatic_taxes: false }))
  ).region
  expect(changed).toMatchObject({ name: 'Nordics', tax_rate: 7, automatic_taxes: false, payment_providers: [{}] })
  expect(iso(changed)).toEqual(['no', 'se'])
  expect((await expectSuccess(shop.admin.post(path, { payment_providers: [] }))).region.payment_providers).toEqual([])
  const reply = await shop.admin.post(path, { tax_provider_id: 'nobody' })
  expect([reply.status, reply.body.message]).toEqual([400, 'Tax provider not found'])
})

test('countries and providers can be added and removed repeatedly', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.region({ countries: [], payment_providers: [], fulfillment_providers: [] })
  for (const [list, key, value, name] of [
    ['countries', 'country_code', 'no', 'countries'],
    ['payment-providers', 'provider_id', 'manual', 'payment_providers'],
    ['fulfillment-providers', 'provider_id', 'manual', 'fulfillment_providers'],
  ] as const) {
    const path = `/admin/regions/${id}/${list}`
    for (const _ of [1, 2])
      expect((await expectSuccess(shop.admin.post(path, { [key]: value }))).region[name]).toHaveLength(1)
    for (const _ of [1, 2])
      expect((await expectSuccess(shop.admin.delete(`${path}/${value}`))).region[name]).toEqual([])
  }
  const payment = await shop.admin.post(`/admin/regions/${id}/payment-providers`, { provider_id: 'x' })
  expect([payment.status, payment.body.message]).toEqual([404, 'Payment provider x was not found'])
  const fulfillment = await shop.admin.post(`/admin/regions/${id}/fulfillment-providers`, { provider_id: 'x' })
  expect([fulfillment.status, fulfillment.body.message]).toEqual([404, 'Fulfillment provider x was not found'])
})

test('a region lists the fulfillment options of its providers', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.region()
  const { fulfillment_options } = await expectSuccess(shop.admin.get(`/admin/regions/${id}/fulfillment-options`))
  expect(fulfillment_options).toEqual([
    {
      provider_id: 'manual',
      options: [{ id: 'manual-fulfillment' }, { id: 'manual-fulfillment-return', is_return: true }],
    },
  ])
})

test('deleting a region frees its countries', async () => {
  await using shop = await openTestShop()
  const { region } = await expectSuccess(shop.admin.post('/admin/regions', body()))
  const path = `/admin/regions/${region.id}`
  expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id: region.id, object: 'region', deleted: true })
  const notFound = [404, { type: 'not_found', message: `Region with ${region.id} was not found` }]
  for (const reply of [
    await shop.admin.get(path),
    await shop.admin.delete(path),
    await shop.admin.post(path, {}),
    await shop.admin.post(`${path}/countries`, { country_code: 'no' }),
    await shop.admin.get(`${path}/fulfillment-options`),
  ])
    expect([reply.status, reply.body]).toEqual(notFound)
  expect((await expectSuccess(shop.admin.get('/admin/regions?deleted_at[gt]=2020-01-01'))).count).toBe(1)
  expect((await shop.admin.post('/admin/regions', body())).status).toBe(200)
})

test('a region cannot be deleted while an enabled discount has no other region', async () => {
  await using shop = await openTestShop()
  const [region, other] = [await shop.given.region(), await shop.given.region()]
  const discount = async (over: Record<string, unknown>) => (await shop.given.discount(region, {}, over)).id
  const onlyDiscount = await discount({ code: 'LONE' })
  const disabled = await discount({ code: 'OFF', is_disabled: true })
  await discount({ code: 'BOTH', regions: [region.id, other.id] })
  await expectSuccess(shop.admin.delete(`/admin/discounts/${await discount({ code: 'GONE' })}`))
  const path = `/admin/regions/${region.id}`
  const text = 'These discounts have no other region: LONE. Delete or disable them, or add another region to them.'
  await expectError(shop.admin.delete(path), 400, 'not_allowed', text)
  expect((await expectSuccess(shop.admin.get(path))).region.countries).toHaveLength(1)

  await expectSuccess(shop.admin.post(`/admin/discounts/${onlyDiscount}/regions/${other.id}`))
  await expectSuccess(shop.admin.delete(path))
  const enable = (body = {}) => shop.admin.post(`/admin/discounts/${disabled}`, { is_disabled: false, ...body })
  await expectError(enable(), 400, 'invalid_data', 'Discount must have at least 1 region')
  expect((await expectSuccess(enable({ regions: [other.id] }))).discount.is_disabled).toBe(false)
})

test('two simultaneous deletions keep one region of a discount', async () => {
  await using shop = await openTestShop()
  const regions = [await shop.given.region(), await shop.given.region()] as const
  await shop.given.discount(regions[0], {}, { regions: regions.map(({ id }) => id) })
  const replies = await Promise.all(regions.map(({ id }) => shop.admin.delete(`/admin/regions/${id}`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('an anonymous caller cannot access regions', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.region()
  for (const reply of [
    await shop.get('/admin/regions'),
    await shop.post('/admin/regions', body()),
    await shop.delete(`/admin/regions/${id}`),
  ])
    expect([reply.status, reply.body]).toEqual([401, { type: 'unauthorized', message: 'Unauthorized' }])
})

describe('the currency of a region', () => {
  test.each([
    ['an open cart', (shop: TestShop, region: Region) => shop.given.cart({ region }), 'open carts with items: 1'],
    [
      'a gift card',
      (shop: TestShop, region: Region) => shop.given.giftCard(region, 700),
      'gift cards with a balance: 1',
    ],
    [
      'a fixed discount',
      (shop: TestShop, region: Region) => shop.given.discount(region, { type: 'fixed', value: 300 }),
      'discounts with amounts: 1',
    ],
    ['an unfinished order', (shop: TestShop, region: Region) => shop.given.order({ region }), 'unfinished orders: 1'],
    [
      'an option with a price',
      (shop: TestShop, region: Region) => shop.given.shippingOption(region, { amount: 1 }),
      'shipping options with a price or requirements: 1',
    ],
    [
      'a free option with a minimum',
      (shop: TestShop, region: Region) =>
        shop.given.shippingOption(region, { amount: 0, requirements: [{ type: 'min_subtotal', amount: 6000 }] }),
      'shipping options with a price or requirements: 1',
    ],
    [
      'an option for returns',
      (shop: TestShop, region: Region) => shop.given.shippingOption(region, { is_return: true, amount: 300 }),
      'shipping options with a price or requirements: 1',
    ],
    [
      'a regional price',
      (shop: TestShop, region: Region) => shop.given.regionalVariant(region, 1000),
      'prices of variants: 1',
    ],
  ])('cannot change while the region has %s', async (_, fill, counts) => {
    await using shop = await openTestShop()
    const region = await shop.given.region({ currency_code: 'eur' })
    await shop.admin.post('/admin/store/currencies/usd')
    await fill(shop, region)
    await expectError(
      shop.admin.post(`/admin/regions/${region.id}`, { name: 'Renamed', currency_code: 'usd' }),
      400,
      'invalid_data',
      `The region has money in its currency (${counts}). Create another region instead.`,
    )
    const unchanged = (await shop.admin.get(`/admin/regions/${region.id}`)).body.region
    expect(unchanged).toMatchObject({ name: region.name, currency_code: 'eur' })
  })

  test.each([
    [
      'line',
      'line_item',
      (shop: TestShop, { cart, variant }: Market) =>
        shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 }),
    ],
    [
      'cart with a line',
      'cart',
      (shop: TestShop, { region, variant }: Market) =>
        shop.post('/store/carts', { region_id: region.id, items: [{ variant_id: variant.id, quantity: 1 }] }),
    ],
    [
      'gift card',
      'gift_card',
      (shop: TestShop, { region }: Market) =>
        shop.admin.post('/admin/gift-cards', { value: 1000, region_id: region.id }),
    ],
    [
      'fixed discount',
      'discount_regions',
      (shop: TestShop, { region }: Market) => {
        const rule = { type: 'fixed', value: 300, allocation: 'total' } as const
        return shop.admin.post('/admin/discounts', { code: 'FIXED', regions: [region.id], rule })
      },
    ],
    [
      'shipping option',
      'shipping_option',
      (shop: TestShop, { region }: Market) => {
        const data = { id: 'manual-fulfillment' }
        const option = { name: 'Post', provider_id: 'manual', data, price_type: 'flat_rate', amount: 500 } as const
        return shop.admin.post('/admin/shipping-options', { ...option, region_id: region.id })
      },
    ],
    [
      'price of a shipping option',
      'shipping_option',
      (shop: TestShop, { freeOption }: Market) =>
        shop.admin.post(`/admin/shipping-options/${freeOption.id}`, { amount: 500, requirements: [] }),
    ],
    [
      'price of a region',
      'money_amount',
      (shop: TestShop, { region, variant }: Market) =>
        shop.admin.post(`/admin/products/${variant.product_id}/variants/${variant.id}`, {
          prices: [{ region_id: region.id, amount: 1000 }],
        }),
    ],
  ] as const)('does not change while a %s is created in the old currency', async (_, table, create) => {
    await using shop = await openTestShop()
    const region = await shop.given.region({ currency_code: 'eur' })
    await shop.admin.post('/admin/store/currencies/usd')
    const variant = await shop.given.variant({ prices: [1000] })
    const cart = await shop.given.cart({ region, lines: [] })
    const freeOption = await shop.given.freeShippingOption(region)
    const held = await holdLock(shop, `lock table ${table} in share mode`)
    const creation = create(shop, { region, cart, variant, freeOption })
    await waitForBlockedRequest(shop)
    const change = shop.admin.post(`/admin/regions/${region.id}`, { currency_code: 'usd' })
    await waitForBlockedRequest(shop, 2)
    await held[Symbol.asyncDispose]()
    expect((await creation).status).toBe(200)
    const refusal = await change
    expect(refusal.status).toBe(400)
    expect(refusal.text).toContain('The region has money in its currency')
  })

  test('changes if no money is in the region', async () => {
    await using shop = await openTestShop()
    const region = await shop.given.region({ currency_code: 'eur' })
    await shop.admin.post('/admin/store/currencies/usd')
    await shop.given.cart({ region, lines: [] })
    await shop.given.discount(region, { type: 'percentage', value: 10 })
    await shop.given.freeShippingOption(region)
    const paid = await shop.given.shippingOption(region)
    await expectSuccess(shop.admin.delete(`/admin/shipping-options/${paid.id}`))
    const { product_id } = await shop.given.regionalVariant(region, 1000)
    await expectSuccess(shop.admin.delete(`/admin/products/${product_id}`))
    const { id } = await shop.given.order({ region })
    await expectSuccess(shop.admin.post(`/admin/orders/${id}/cancel`))
    const changed = await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { currency_code: 'usd' }))
    expect(changed.region.currency_code).toBe('usd')
  })

  test('stays the currency of its orders, which get no items in another one', async () => {
    await using shop = await openTestShop()
    const region = await shop.given.region({ currency_code: 'eur' })
    await shop.admin.post('/admin/store/currencies/usd')
    const order = await shop.given.fulfilledOrder({ region })
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/complete`))
    await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { currency_code: 'usd' }))
    const { admin } = createShopClient({ url: shop.url, token: shop.token })
    const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
    const added = { variant_id: order.items[0].variant_id ?? '', quantity: 1 }
    const item = { item_id: order.items[0].id, quantity: 1 }
    const claim_items = [{ ...item, reason: 'other' as const }]
    const additional_items = [added]
    for (const call of [
      () => admin.orderEdits.addLineItem.mutate({ id: order_edit.id, ...added }),
      () => admin.orders.createClaim.mutate({ id: order.id, type: 'replace', claim_items, additional_items }),
      () => admin.orders.createSwap.mutate({ id: order.id, return_items: [item], additional_items }),
    ])
      await expectReason(call(), { name: 'order_in_other_currency', region: 'usd', order: 'eur' })
    expect((await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order).toMatchObject({
      currency_code: 'eur',
      claims: [],
      swaps: [],
    })
  })
})

const batch = (over: object = {}) => ({
  regions: [
    { name: 'Österreich', countries: ['AT'], tax_rate: 20 },
    { name: 'Finland', countries: ['fi'], tax_rate: 25.5 },
  ],
  currency_code: 'usd',
  includes_tax: true,
  payment_providers: ['manual'],
  fulfillment_providers: ['manual'],
  shipping: { name: 'Standard', amount: 490 },
  ...over,
})

test('several countries are opened at once, each with its tax and a way to ship and to pay', async () => {
  await using shop = await openTestShop()
  const { ids } = await expectSuccess(shop.admin.post('/admin/regions/batch', batch()))
  const { regions } = await expectSuccess(shop.get('/store/regions'))
  expect(regions.map(({ id }) => id).sort()).toEqual([...ids].sort())
  const [austria, finland] = ids
  expect((await expectSuccess(shop.admin.get(`/admin/regions/${finland}`))).region).toMatchObject({
    ...{ name: 'Finland', tax_rate: 25.5, includes_tax: true, currency_code: 'usd' },
    ...{ countries: [{ iso_2: 'fi' }], payment_providers: [{ id: 'manual' }] },
  })
  const { shipping_options } = await expectSuccess(shop.get(`/store/shipping-options?region_id=${austria}`))
  expect(shipping_options).toMatchObject([{ name: 'Standard', amount: 490, includes_tax: true, is_return: false }])
  const { setup } = await expectSuccess(shop.admin.get('/admin/setup'))
  expect(setup.steps.slice(1, 5).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
  expect(
    (await expectSuccess(shop.admin.post('/admin/regions/batch', batch({ regions: [poland], shipping: undefined }))))
      .ids,
  ).toHaveLength(1)
})

test('prices of the currency include tax with the first regions, and keep their meaning once the shop has some', async () => {
  await using shop = await openTestShop()
  const dollar = async () => (await expectSuccess(shop.admin.get('/admin/currencies?code=usd'))).currencies[0]
  await expectSuccess(shop.admin.post('/admin/regions/batch', batch()))
  expect(await dollar()).toMatchObject({ includes_tax: true })
  await expectSuccess(shop.admin.post('/admin/currencies/usd', { includes_tax: false }))
  const { id, variants } = await shop.given.product()
  const prices = [{ currency_code: 'usd', amount: 1000 }]
  await expectSuccess(shop.admin.post(`/admin/products/${id}/variants/${variants[0].id}`, { prices }))
  await expectSuccess(shop.admin.post('/admin/regions/batch', batch({ regions: [poland] })))
  expect(await dollar()).toMatchObject({ includes_tax: false })
})

test('the first regions bring their currency, and refused regions leave the store as it was', async () => {
  await using shop = await openTestShop()
  const create = (over: object) => shop.admin.post('/admin/regions/batch', batch(over))
  const currencies = async () => {
    const { store } = await expectSuccess(shop.admin.get('/admin/store'))
    return [store.default_currency_code, ...(store.currencies ?? []).map(({ code }) => code).sort()]
  }
  const before = await currencies()
  expect(before).not.toContain('sek')
  const refused = { currency_code: 'sek', regions: [{ ...poland, countries: ['zz'] }] }
  for (const store_currency of ['added', 'default'])
    expect((await create({ ...refused, store_currency })).status, store_currency).toBe(400)
  expect((await create({ currency_code: 'sek' })).status).toBe(400)
  expect((await create({ currency_code: 'zzz', store_currency: 'added' })).status).toBe(400)
  expect((await create({ store_currency: 'main' })).status).toBe(400)
  expect(await currencies()).toEqual(before)
  await expectSuccess(create({ currency_code: 'SEK', store_currency: 'default' }))
  expect(await currencies()).toEqual(['sek', ...[...before.slice(1), 'sek'].sort()])
  await expectSuccess(create({ currency_code: 'sek', regions: [poland], store_currency: 'added' }))
})

test('a role needs the right to change the store for the currency of new regions', async () => {
  await using shop = await openTestShop()
  const { caller } = await addUserWithScopes(shop, 'regions.createBatch', 'store.addCurrency')
  const create = (store_currency: string) =>
    caller.post('/admin/regions/batch', batch({ currency_code: 'sek', regions: [poland], store_currency }))
  expect((await create('default')).status).toBe(403)
  await expectSuccess(create('added'))
})

const poland = { name: 'Poland', countries: ['pl'], tax_rate: 23 }

test('one wrong country opens none of them', async () => {
  await using shop = await openTestShop()
  const create = (over: object) => shop.admin.post('/admin/regions/batch', batch(over))
  await expectSuccess(create({ shipping: undefined }))
  const before = (await expectSuccess(shop.admin.get('/admin/regions'))).count
  const taken = create({ regions: [poland, { name: 'Suomi', countries: ['fi'], tax_rate: 0 }] })
  await expectErrorMessage(taken, 422, /^Finland already exists in region/)
  const twice = create({ regions: [poland, { ...poland, countries: ['PL'] }] })
  await expectError(twice, 400, 'invalid_data', 'A country can be in one region only')
  const unshipped = create({ fulfillment_providers: [] })
  await expectErrorMessage(unshipped, 400, 'No fulfillment provider has a method for the shipping option')
  const wrong = [
    { regions: [] },
    { regions: [{ ...poland, countries: [] }] },
    { regions: [{ ...poland, tax_rate: 101 }] },
    { regions: [{ ...poland, countries: ['zz'] }] },
    { currency_code: 'eur2' },
    { payment_providers: ['nobody'] },
    { shipping: { name: 'Post', amount: -1 } },
  ]
  for (const over of wrong)
    expect((await create({ regions: [poland], ...over })).status, JSON.stringify(over)).toBe(400)
  expect((await expectSuccess(shop.admin.get('/admin/regions'))).count).toBe(before)
})
