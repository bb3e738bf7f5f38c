import { afterAll, expect, test } from 'vitest'
import { eventNamesOf } from '#test/support/events.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openInventoryShop } from '#test/support/inventory-shop.ts'
import { withoutUpdatedAt } from '#test/support/without-updated-at.ts'

const shop = await openInventoryShop()
afterAll(() => shop[Symbol.asyncDispose]())

const listed = async () => (await expectSuccess(shop.admin.get('/admin/deleted-rows'))).deleted_rows
const restore = (resource: string, id: string) => shop.admin.post(`/admin/deleted-rows/${id}/restore`, { resource })
const remove = (path: string) => expectSuccess(shop.admin.delete(path))

/** The answer without the times of changes. */
const shown = async (path: string) => withoutUpdatedAt(await expectSuccess(shop.admin.get(path)))

test('a category comes back at its place, with its products and texts', async () => {
  const category = async (name: string, parent?: string) =>
    (await expectSuccess(shop.admin.post('/admin/product-categories', { name, parent_category_id: parent ?? null })))
      .product_category.id
  const parent = await category('Kitchen')
  const [first, second, third] = [
    await category('Pots', parent),
    await category('Pans', parent),
    await category('Lids', parent),
  ]
  const product = await shop.given.product()
  await expectSuccess(
    shop.admin.post(`/admin/product-categories/${second}/products/batch`, { product_ids: [{ id: product.id }] }),
  )
  const tree = `/admin/product-categories/${parent}`
  const before = [await shown(tree), await shown(`/admin/product-categories/${second}`)]
  await remove(`/admin/product-categories/${second}`)
  expect(await restore('product_category', second)).toMatchObject({
    status: 200,
    body: { restored: true, left_out: { countries: [], links: 0 } },
  })
  expect([await shown(tree), await shown(`/admin/product-categories/${second}`)]).toEqual(before)
  const { products } = await expectSuccess(shop.admin.get(`/admin/products?category_id[]=${second}`))
  expect(products.map(({ id }) => id)).toEqual([product.id])

  for (const id of [first, second, third, parent]) await remove(`/admin/product-categories/${id}`)
  await remove(`/admin/products/${product.id}`)
  expect(await restore('product_category', second)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/Restore the other row first/) },
  })
  expect((await restore('product_category', parent)).status).toBe(200)
  const { body } = await restore('product_category', second)
  expect(body).toMatchObject({ left_out: { links: 1 } })
  expect((await shown(tree)).product_category.category_children).toMatchObject([{ id: second, rank: 0 }])
})

test('a price list comes back with its prices and groups, and buyers pay them again', async () => {
  const group = (await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Friends' }))).customer_group.id
  const product = await shop.given.product()
  const variant_id = product.variants?.[0]?.id ?? ''
  const { price_list } = await expectSuccess(
    shop.admin.post('/admin/price-lists', {
      ...{ name: 'Autumn', description: 'Cheaper', type: 'sale', status: 'active' },
      prices: [
        { variant_id, amount: 500, currency_code: 'eur' },
        { variant_id, amount: 400, currency_code: 'eur', min_quantity: 10 },
      ],
      customer_groups: [{ id: group }],
    }),
  )
  const path = `/admin/price-lists/${price_list.id}`
  const before = await shown(path)
  expect(before.price_list.prices).toHaveLength(2)
  await remove(path)
  expect((await shop.admin.get(path)).status).toBe(404)
  expect((await restore('price_list', price_list.id)).body).toMatchObject({ left_out: { links: 0 } })
  expect(await shown(path)).toEqual(before)

  await remove(path)
  await remove(`/admin/products/${product.id}`)
  await remove(`/admin/customer-groups/${group}`)
  expect((await restore('price_list', price_list.id)).body).toMatchObject({ left_out: { links: 3 } })
  expect((await shown(path)).price_list).toMatchObject({ prices: [], customer_groups: [], status: 'active' })
})

test('a customer group comes back with its members and price lists', async () => {
  const group = (await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Trade' }))).customer_group.id
  const customers = [await shop.given.customer(), await shop.given.customer()]
  const customer_ids = customers.map(({ id }) => ({ id }))
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${group}/customers/batch`, { customer_ids }))
  const list = async (name: string) =>
    (
      await expectSuccess(
        shop.admin.post('/admin/price-lists', {
          ...{ name, description: 'For the trade', type: 'sale', status: 'active', prices: [] },
          customer_groups: [{ id: group }],
        }),
      )
    ).price_list.id
  const [kept, changed] = [await list('Kept'), await list('Changed')]
  const paths = [
    `/admin/customer-groups/${group}`,
    `/admin/customer-groups/${group}/customers`,
    `/admin/price-lists/${kept}`,
  ]
  const before = await Promise.all(paths.map(shown))
  await remove(`/admin/customer-groups/${group}`)
  expect((await shown(`/admin/price-lists/${kept}`)).price_list.status).toBe('draft')
  await expectSuccess(shop.admin.post(`/admin/price-lists/${changed}`, { name: 'Withdrawn' }))
  expect((await restore('customer_group', group)).body).toMatchObject({ left_out: { links: 0 } })
  expect(await Promise.all(paths.map(shown))).toEqual(before)
  expect((await shown(`/admin/price-lists/${changed}`)).price_list.status).toBe('draft')
})

test('a region comes back without the countries that another region has now', async () => {
  const { currency_code } = await shop.given.region()
  const region = (name: string, countries: string[]) =>
    expectSuccess(
      shop.admin.post('/admin/regions', {
        ...{ name, currency_code, tax_rate: 19, countries },
        ...{ payment_providers: ['manual'], fulfillment_providers: ['manual'] },
      }),
    ).then((answer) => answer.region.id)
  const nordics = await region('Nordics', ['se', 'fi'])
  await expectSuccess(shop.admin.post('/admin/tax-rates', { name: 'Reduced', code: 'R', rate: 6, region_id: nordics }))
  const path = `/admin/regions/${nordics}?expand=countries,payment_providers,fulfillment_providers`
  const before = await shown(path)
  await remove(`/admin/regions/${nordics}`)
  expect((await restore('region', nordics)).body).toMatchObject({ left_out: { countries: [] } })
  expect(await shown(path)).toEqual(before)

  await remove(`/admin/regions/${nordics}`)
  await region('Baltic', ['fi', 'ee'])
  expect((await restore('region', nordics)).body).toMatchObject({
    left_out: { countries: [{ name: 'Finland', region: 'Baltic' }] },
  })
  expect((await shown(path)).region.countries.map(({ iso_2 }: { iso_2: string }) => iso_2)).toEqual(['se'])
})

test('a tax rate comes back with its products, but not before its region', async () => {
  const region = await shop.given.region()
  const product = await shop.given.product()
  const rate = (
    await expectSuccess(
      shop.admin.post('/admin/tax-rates', {
        ...{ name: 'Books', code: 'B', rate: 7, region_id: region.id, products: [product.id] },
      }),
    )
  ).tax_rate.id
  const path = `/admin/tax-rates/${rate}?expand[]=products`
  const before = await shown(path)
  await remove(`/admin/tax-rates/${rate}`)
  expect((await restore('tax_rate', rate)).status).toBe(200)
  expect(await shown(path)).toEqual(before)
  await remove(`/admin/tax-rates/${rate}`)
  await remove(`/admin/regions/${region.id}`)
  expect((await restore('tax_rate', rate)).status).toBe(400)
  expect((await restore('region', region.id)).status).toBe(200)
  expect((await restore('tax_rate', rate)).status).toBe(200)
  expect(await shown(path)).toEqual(before)
})

test('carriers, shipping profiles and notes come back', async () => {
  const { carrier } = await expectSuccess(
    shop.admin.post('/admin/carriers', { name: 'Bike Post', tracking_url: 'https://bike.example/{number}' }),
  )
  await remove(`/admin/carriers/${carrier.id}`)
  expect((await restore('carrier', carrier.id)).status).toBe(200)
  const { carriers } = await expectSuccess(shop.admin.get('/admin/carriers'))
  expect(carriers).toEqual(expect.arrayContaining([expect.objectContaining({ id: carrier.id, name: 'Bike Post' })]))
  const profile = await expectSuccess(shop.admin.post('/admin/shipping-profiles', { name: 'Bulky', type: 'custom' }))
  await remove(`/admin/shipping-profiles/${profile.shipping_profile.id}`)
  expect((await restore('shipping_profile', profile.shipping_profile.id)).status).toBe(200)
  const { note } = await expectSuccess(
    shop.admin.post('/admin/notes', { resource_id: 'order_1', resource_type: 'order', value: 'Call first' }),
  )
  await remove(`/admin/notes/${note.id}`)
  expect(await listed()).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: note.id, title: 'Call first' })]),
  )
  expect((await restore('note', note.id)).status).toBe(200)
  expect((await expectSuccess(shop.admin.get(`/admin/notes/${note.id}`))).note.value).toBe('Call first')
})

test('a location comes back with its channels, and after 30 days it does not', async () => {
  const location = (await expectSuccess(shop.admin.post('/admin/stock-locations', { name: 'Cellar' }))).stock_location
    .id
  await remove(`/admin/stock-locations/${location}`)
  expect((await restore('stock_location', location)).status).toBe(200)
  const events = ['created', 'deleted', 'created'].map((name) => `stock-location.${name}`)
  expect(await eventNamesOf(shop, { id: location })).toEqual(events)
  expect((await expectSuccess(shop.admin.get(`/admin/stock-locations/${location}`))).stock_location.name).toBe('Cellar')
  await remove(`/admin/stock-locations/${location}`)
  await shop.orm.em
    .fork()
    .execute(`update deleted_row set deleted_at = now() - interval '31 days' where id = '${location}'`)
  expect((await listed()).map(({ id }) => id)).not.toContain(location)
  expect(await restore('stock_location', location)).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/30 days/) },
  })
})
