import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const body = (region: { id: string }, over = {}) => ({
  name: 'Parcel',
  region_id: region.id,
  provider_id: 'manual',
  data: { id: 'manual-fulfillment' },
  price_type: 'flat_rate',
  amount: 500,
  ...over,
})

test('a shipping option includes its price with tax', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region({ tax_rate: 20 })
  const made = await expectSuccess(shop.admin.post('/admin/shipping-options', body(region)))
  expect(made.shipping_option).toMatchObject({
    amount: 500,
    price_incl_tax: 600,
    tax_amount: 100,
    tax_rates: [{ rate: 20, name: 'default', code: 'default' }],
    is_return: false,
    admin_only: false,
    profile: { type: 'default' },
    region: { id: region.id },
    requirements: [],
  })
  const gross = await expectSuccess(shop.admin.post('/admin/shipping-options', body(region, { includes_tax: true })))
  expect(gross.shipping_option).toMatchObject({ amount: 500, price_incl_tax: 500, tax_amount: 83 })

  const { id } = made.shipping_option
  const rate = { code: 'low', name: 'Low', region_id: region.id, rate: 5, shipping_options: [id] }
  await expectSuccess(shop.admin.post('/admin/tax-rates', rate))
  const { shipping_options } = await expectSuccess(
    shop.admin.get(`/admin/shipping-options?id=${id}&fields=name&expand=`),
  )
  const tax_rates = [{ rate: 5, name: 'Low', code: 'low' }]
  expect(shipping_options).toEqual([{ id, name: 'Parcel', price_incl_tax: 525, tax_amount: 25, tax_rates }])
})

test('a shipping option in a region without automatic taxes includes no tax', async () => {
  await using shop = await openTestShop()
  const option = await shop.given.shippingOption(await shop.given.region({ automatic_taxes: false }))
  expect(option).toMatchObject({ price_incl_tax: 500, tax_amount: 0, tax_rates: [] })
})

test('an invalid shipping option is rejected', async () => {
  await using shop = await openTestShop()
  const region = await shop.given.region()
  const bare = await shop.given.region({ fulfillment_providers: [] })
  const requirements = (...amounts: [string, unknown][]) => ({
    requirements: amounts.map(([type, amount]) => ({ type, amount })),
  })
  const noAmount = 'Shipping options of type `flat_rate` must have an `amount`'
  const faults: [object, string][] = [
    [{ region_id: bare.id }, 'The fulfillment provider is not available in the provided region'],
    [{ provider_id: 'nobody' }, 'The fulfillment provider is not available in the provided region'],
    [{ amount: undefined }, noAmount],
    [{ amount: -1 }, noAmount],
    [{ amount: 1.5 }, 'amount must be an integer number'],
    [{ amount: '5' }, 'amount must be a number conforming to the specified constraints'],
    [{ price_type: 'free' }, 'Invalid price type, must be one of "flat_rate" or "calculated"'],
    [{ price_type: 'calculated' }, 'The fulfillment provider cannot calculate prices for this option'],
    [requirements(['min', 1]), 'Invalid option type, must be one of "min_subtotal" or "max_subtotal"'],
    [requirements(['min_subtotal', 1], ['min_subtotal', 2]), 'Only one requirement of each type is allowed'],
    [requirements(['max_subtotal', 1], ['min_subtotal', 2]), 'Max. subtotal must be greater than Min. subtotal'],
  ]
  for (const [over, message] of faults) {
    const reply = await shop.admin.post('/admin/shipping-options', body(region, over))
    expect([reply.status, reply.body]).toEqual([400, { type: 'invalid_data', message }])
  }
  expect((await expectSuccess(shop.admin.get('/admin/shipping-options'))).count).toBe(0)
  const lost = await shop.admin.post('/admin/shipping-options', body({ id: 'reg_no' }))
  expect([lost.status, lost.body.message]).toEqual([404, 'Region with reg_no was not found'])
  expect((await shop.post('/admin/shipping-options', body(region))).status).toBe(401)
})

test('an update replaces all requirements of a shipping option', async () => {
  await using shop = await openTestShop()
  const option = await shop.given.shippingOption(await shop.given.region(), {
    requirements: [{ type: 'min_subtotal', amount: 100 }],
  })
  const path = `/admin/shipping-options/${option.id}`
  const [least] = option.requirements
  const newRequirements = [
    { id: least.id, type: 'min_subtotal', amount: 200 },
    { type: 'max_subtotal', amount: 900 },
  ]
  const changed = (await expectSuccess(shop.admin.post(path, { amount: 700, requirements: newRequirements })))
    .shipping_option
  expect(changed).toMatchObject({ name: option.name, amount: 700, requirements: newRequirements })
  const one = [{ type: 'max_subtotal', amount: 800 }]
  const { requirements } = (await expectSuccess(shop.admin.post(path, { requirements: one }))).shipping_option
  expect(requirements).toEqual([{ ...changed.requirements[1], amount: 800 }])

  const missing = await shop.admin.post(path, { name: 'X' })
  expect([missing.status, missing.body.message]).toEqual([400, 'requirements must be an array'])
  const foreign = await shop.admin.post(path, { requirements: [{ id: 'sor_no', type: 'min_subtotal', amount: 1 }] })
  expect([foreign.status, foreign.body.message]).toEqual([
    400,
    'Shipping option requirement with id sor_no does not exist',
  ])
})

test('shipping options can be filtered by region, kind and name', async () => {
  await using shop = await openTestShop()
  const [region, other] = [await shop.given.region(), await shop.given.region()]
  const { id } = await shop.given.shippingOption(region, { name: 'Bring back', is_return: true })
  await shop.given.shippingOption(region, { admin_only: true })
  await shop.given.shippingOption(other, { name: 'Bring back too' })
  for (const query of [
    `region_id=${region.id}&admin_only=false`,
    'is_return=true',
    'name=Bring back',
    `q=BACK&id=${id}`,
  ]) {
    const { shipping_options, count } = await expectSuccess(shop.admin.get(`/admin/shipping-options?${query}`))
    expect([shipping_options.map((option: { id: string }) => option.id), count]).toEqual([[id], 1])
  }
})

test('a deleted shipping option no longer exists', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.shippingOption(await shop.given.region())
  const path = `/admin/shipping-options/${id}`
  expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id, object: 'shipping-option', deleted: true })
  const notFound = [404, `Shipping Option with ${id} was not found`]
  for (const reply of [await shop.admin.get(path), await shop.admin.post(path, { requirements: [] })])
    expect([reply.status, reply.body.message]).toEqual(notFound)
})
