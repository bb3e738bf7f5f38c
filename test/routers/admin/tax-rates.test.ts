import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('tax rates can be filtered by region, rate, text and name', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const make = (name: string, rate: number) =>
    expectSuccess(shop.admin.post('/admin/tax-rates', { code: 'vat', name, region_id: region.id, rate }))
  const { tax_rate } = await make('Reduced', 7)
  expect(tax_rate).toMatchObject({ name: 'Reduced', code: 'vat', rate: 7, region_id: region.id, metadata: null })
  expect(tax_rate).not.toHaveProperty('products')
  await make('Full', 19)
  for (const query of ['rate=7', 'rate[lt]=10', 'q=redu', `region_id[]=${region.id}&name=Reduced`]) {
    const { tax_rates, count } = await expectSuccess(shop.admin.get(`/admin/tax-rates?${query}`))
    expect([ids(tax_rates), count]).toEqual([[tax_rate.id], 1])
  }
})

test('a tax rate applies to products, types and shipping options, which can be expanded', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const [first, second] = [await shop.given.product({ type: { value: 'Book' } }), await shop.given.product()]
  const resources = { products: [first.id], product_types: [first.type_id], shipping_options: [option.id] }
  const expand = 'expand[]=products&expand[]=product_types&expand[]=shipping_options'
  const body = { code: 'low', name: 'Low', region_id: region.id, rate: 7, ...resources }
  const { tax_rate } = await expectSuccess(shop.admin.post(`/admin/tax-rates?${expand}`, body))
  expect([tax_rate.products, tax_rate.product_types, tax_rate.shipping_options].map(ids)).toEqual(
    Object.values(resources),
  )

  const path = `/admin/tax-rates/${tax_rate.id}`
  const batch = `${path}/products/batch?${expand}`
  for (const _ of [1, 2]) {
    const added = (await expectSuccess(shop.admin.post(batch, { products: [first.id, second.id] }))).tax_rate
    expect(ids(added.products).sort()).toEqual([first.id, second.id].sort())
  }
  const { tax_rate: left } = await expectSuccess(shop.admin.delete(batch, { products: [first.id] }))
  expect(ids(left.products)).toEqual([second.id])
  for (const [list, name] of [
    ['product-types', 'product_types'],
    ['shipping-options', 'shipping_options'],
  ] as const) {
    const removed = (
      await expectSuccess(shop.admin.delete(`${path}/${list}/batch?${expand}`, { [name]: resources[name] }))
    ).tax_rate
    expect(removed[name]).toEqual([])
    const added = (await expectSuccess(shop.admin.post(`${path}/${list}/batch?${expand}`, { [name]: resources[name] })))
      .tax_rate
    expect(ids(added[name])).toEqual(resources[name])
  }
  const replaced = (await expectSuccess(shop.admin.post(`${path}?${expand}`, { name: 'Lower', products: [] }))).tax_rate
  expect(replaced).toMatchObject({ name: 'Lower', rate: 7, products: [], shipping_options: [{ id: option.id }] })
})

test('a tax rate counts its products, types and options if the fields are requested', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const [kept, deleted] = [await shop.given.product(), await shop.given.product()]
  const body = { code: 'low', name: 'Low', region_id: region.id, rate: 7, products: [kept.id, deleted.id] }
  const { tax_rate } = await expectSuccess(shop.admin.post('/admin/tax-rates', body))
  expect(tax_rate).not.toHaveProperty('product_count')
  await expectSuccess(shop.admin.delete(`/admin/products/${deleted.id}`))
  const fields = 'fields[]=name&fields[]=product_count&fields[]=product_type_count&fields[]=shipping_option_count'
  const counted = { id: tax_rate.id, name: 'Low', product_count: 1, product_type_count: 0, shipping_option_count: 0 }
  expect((await expectSuccess(shop.admin.get(`/admin/tax-rates/${tax_rate.id}?${fields}`))).tax_rate).toEqual(counted)
  const { tax_rates } = await expectSuccess(shop.admin.get(`/admin/tax-rates?region_id=${region.id}&${fields}`))
  expect(tax_rates).toContainEqual(counted)
})

test('an invalid tax rate is rejected', async () => {
  await using shop = await openTestShop()
  const [region, other] = [await shop.given.region(), await shop.given.region()]
  const option = await shop.given.shippingOption(other)
  const deleted = await shop.given.region()
  await expectSuccess(shop.admin.delete(`/admin/regions/${deleted.id}`))
  const refusals: [object, number, string | RegExp][] = [
    [{ region_id: 'reg_no' }, 404, 'Region with region_id reg_no does not exist.'],
    [{ region_id: deleted.id }, 404, `Region with region_id ${deleted.id} does not exist.`],
    [{ products: ['prod_no'] }, 404, 'Product with id: prod_no was not found'],
    [{ product_types: ['ptyp_no'] }, 404, 'Product_type with product_type_id ptyp_no does not exist.'],
    [{ shipping_options: ['so_no'] }, 404, 'Shipping Option with so_no was not found'],
    [{ shipping_options: [option.id] }, 400, /^Shipping Option and Tax Rate must belong to the same Region to be/],
    [{ rate: 200 }, 400, 'rate must not be greater than 100'],
    [{ code: undefined }, 400, 'code must be a string'],
  ]
  for (const [over, status, message] of refusals) {
    const body = { code: 'vat', name: 'VAT', region_id: region.id, ...over }
    const reply = await shop.admin.post('/admin/tax-rates', body)
    expect(reply.status).toBe(status)
    expect(reply.body.message).toMatch(message)
  }
  expect((await expectSuccess(shop.admin.get('/admin/tax-rates'))).count).toBe(0)
  expect((await shop.get('/admin/tax-rates')).status).toBe(401)
  expect((await shop.admin.get('/admin/tax-rates?expand[]=nonsense')).status).toBe(400)
})

test('a tax rate with shipping options cannot move to another region', async () => {
  await using shop = await openTestShop()
  const [region, other] = [await shop.given.region(), await shop.given.region()]
  const option = await shop.given.shippingOption(region)
  const body = { code: 'vat', name: 'VAT', region_id: region.id, shipping_options: [option.id] }
  const { id } = (await expectSuccess(shop.admin.post('/admin/tax-rates', body))).tax_rate
  const unknown = await shop.admin.post(`/admin/tax-rates/${id}`, { region_id: 'reg_no' })
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Region with region_id reg_no does not exist.'])
  const reply = await shop.admin.post(`/admin/tax-rates/${id}`, { region_id: other.id })
  expect([reply.status, reply.body.type]).toEqual([400, 'not_allowed'])
  await expectSuccess(shop.admin.post(`/admin/tax-rates/${id}`, { region_id: other.id, shipping_options: [] }))
})

test('a deleted tax rate no longer exists', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const body = { code: 'vat', name: 'VAT', region_id: region.id }
  const { id } = (await expectSuccess(shop.admin.post('/admin/tax-rates', body))).tax_rate
  expect(await expectSuccess(shop.admin.delete(`/admin/tax-rates/${id}`))).toEqual({
    id,
    object: 'tax-rate',
    deleted: true,
  })
  for (const reply of [
    await shop.admin.get(`/admin/tax-rates/${id}`),
    await shop.admin.post(`/admin/tax-rates/${id}`, {}),
    await shop.admin.post(`/admin/tax-rates/${id}/products/batch`, { products: [] }),
  ])
    expect([reply.status, reply.body.message]).toEqual([404, `TaxRate with ${id} was not found`])
})

test('the rates of products and of their types replace those of the region', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const [book, mug] = [await shop.given.product({ type: { value: 'Book' } }), await shop.given.product()]
  const rate = { code: 'vat', region_id: region.id }
  const both = { products: [book.id], product_types: [book.type_id] }
  await expectSuccess(shop.admin.post('/admin/tax-rates', { ...rate, ...both, name: 'Reduced', rate: 7 }))
  await expectSuccess(shop.admin.post('/admin/tax-rates', { ...rate, name: 'City', rate: 1.5, products: [book.id] }))
  await expectSuccess(shop.admin.post('/admin/tax-rates', { ...rate, name: 'Unused', rate: 3 }))
  const path = '/admin/tax-rates/for-products'
  const { rates } = await expectSuccess(shop.admin.get(`${path}?product_id[]=${book.id}&product_id[]=${mug.id}`))
  expect(rates).toEqual([{ product_id: book.id, region_id: region.id, rate: 8.5 }])
  expect((await expectSuccess(shop.admin.get(`${path}?product_id=${mug.id}`))).rates).toEqual([])
  const many = Array.from({ length: 101 }, (_, i) => `product_id[]=prod_${i}`).join('&')
  expect((await shop.admin.get(`${path}?${many}`)).status).toBe(400)
  expect((await shop.admin.get(path)).status).toBe(400)
})
