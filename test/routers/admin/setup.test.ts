import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const steps = async (shop: TestShop) => (await expectSuccess(shop.admin.get('/admin/setup'))).setup.steps
const open = async (shop: TestShop) => (await steps(shop)).flatMap(({ name, state }) => (state === 'open' ? name : []))

const SELLER = { company: 'Byron Ltd.', address_1: 'Main Street 1', city: 'Bern', country_code: 'CH' }

test('a step of the setup is done once the shop is ready for it', async () => {
  await using shop = await openTestShop()
  const all = ['seller', 'regions', 'taxes', 'shipping', 'payment', 'mail', 'products', 'test_order', 'live']
  expect(await open(shop)).toEqual(all)

  await expectSuccess(shop.admin.post('/admin/store', { ...SELLER, email: 'shop@example.com', vat_id: 'CHE-1' }))
  expect(await open(shop)).toEqual(all.slice(1))

  const values = { name: 'Nowhere', currency_code: 'usd', tax_rate: 0 }
  const bare = { ...values, countries: [], payment_providers: [], fulfillment_providers: ['manual'] }
  const { region } = await expectSuccess(shop.admin.post('/admin/regions', bare))
  expect((await steps(shop)).slice(1, 5)).toEqual(
    all.slice(1, 5).map((name) => ({ name, state: 'open', regions: [{ id: region.id, name: 'Nowhere' }] })),
  )
  const change = (changes: object) => expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, changes))
  await change({ countries: ['us'], payment_providers: ['manual'] })
  expect(await open(shop)).toEqual(['taxes', 'shipping', 'mail', 'products', 'test_order', 'live'])
  await change({ tax_rate: 8 })
  const option = { region_id: region.id, provider_id: 'manual', data: {}, price_type: 'flat_rate', amount: 500 }
  const addOption = (changes: object) =>
    expectSuccess(shop.admin.post('/admin/shipping-options', { name: 'Post', ...option, ...changes }))
  await addOption({ is_return: true })
  await addOption({ admin_only: true })
  expect(await open(shop)).toContain('shipping')
  await addOption({})
  expect(await open(shop)).toEqual(['mail', 'products', 'test_order', 'live'])
})

test('a product counts if a variant is in stock and has a price in a region', async () => {
  await using shop = await openTestShop()
  await shop.given.region()
  const product = await shop.given.product()
  expect(await open(shop)).not.toContain('products')
  const [variant] = product.variants ?? []
  const change = (changes: object) =>
    expectSuccess(shop.admin.post(`/admin/products/${product.id}/variants/${variant?.id}`, changes))
  await change({ inventory_quantity: 0 })
  expect(await open(shop)).toContain('products')
  await change({ allow_backorder: true })
  expect(await open(shop)).not.toContain('products')
  await expectSuccess(shop.admin.post(`/admin/products/${product.id}`, { status: 'draft' }))
  expect(await open(shop)).toContain('products')
})

test('a step can be skipped and shown again', async () => {
  await using shop = await openTestShop()
  const skip = (step: string, is_skipped: unknown = true) => shop.admin.post(`/admin/setup/${step}`, { is_skipped })
  const { setup } = await expectSuccess(skip('taxes'))
  expect(setup).toMatchObject({ is_complete: false })
  await expectSuccess(skip('taxes'))
  expect(await open(shop)).not.toContain('taxes')
  await expectSuccess(skip('taxes', false))
  expect(await open(shop)).toContain('taxes')
  for (const { name } of setup.steps) await expectSuccess(skip(name))
  expect((await expectSuccess(shop.admin.get('/admin/setup'))).setup.is_complete).toBe(true)
  expect([(await skip('nothing')).status, (await skip('taxes', 'often')).status]).toEqual([400, 400])
  expect((await shop.get('/admin/setup')).status).toBe(401)
})

test('the seller has a known country and a valid e-mail address, and can be cleared', async () => {
  await using shop = await openTestShop()
  const { store } = await expectSuccess(shop.admin.post('/admin/store', SELLER))
  expect(store).toMatchObject({ company: 'Byron Ltd.', country_code: 'ch' })
  const wrong = [{ country_code: 'zz' }, { country_code: 'x'.repeat(300) }, { email: 'nobody' }, { company: 7 }]
  for (const values of wrong) expect((await shop.admin.post('/admin/store', values)).status).toBe(400)
  const cleared = (await expectSuccess(shop.admin.post('/admin/store', { company: null, country_code: null }))).store
  expect(cleared).toMatchObject({ company: null, country_code: null, city: 'Bern' })
})
