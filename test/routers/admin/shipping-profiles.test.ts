import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

test('a new shop has a default profile and a gift card profile', async () => {
  await using shop = await openTestShop()
  const reply = await expectSuccess(shop.admin.get('/admin/shipping-profiles'))
  expect(Object.keys(reply)).toEqual(['shipping_profiles'])
  const types = reply.shipping_profiles.map(({ type }: { type: string }) => type)
  expect(types.sort()).toEqual(['default', 'gift_card'])
})

test('products and shipping options can be moved to another profile', async () => {
  await using shop = await openTestShop()
  const product = await shop.given.product()
  const option = await shop.given.shippingOption(await shop.given.region())
  const created = await expectSuccess(shop.admin.post('/admin/shipping-profiles', { name: 'Bulky', type: 'custom' }))
  const { id } = created.shipping_profile
  const path = `/admin/shipping-profiles/${id}`
  const changes = { name: 'Big', products: [product.id], shipping_options: [option.id] }
  const { shipping_profile } = await expectSuccess(shop.admin.post(path, changes))
  expect(shipping_profile).toMatchObject({
    name: 'Big',
    type: 'custom',
    products: [{ id: product.id, profile_id: id }],
    shipping_options: [{ id: option.id, profile_id: id }],
  })
  expect((await expectSuccess(shop.admin.get(path))).shipping_profile).toEqual(shipping_profile)
})

test('a profile rejects unknown types and resources', async () => {
  await using shop = await openTestShop()
  const { shipping_profiles } = await expectSuccess(shop.admin.get('/admin/shipping-profiles'))
  const path = `/admin/shipping-profiles/${shipping_profiles[0].id}`
  const refusals: [string, object, number, string][] = [
    ['/admin/shipping-profiles', { name: 'X', type: 'x' }, 400, "type must be one of 'default', 'custom', 'gift_card'"],
    [path, { products: ['prod_no'] }, 404, 'Product with id: prod_no was not found'],
    [path, { shipping_options: ['so_no'] }, 404, 'Shipping Option with so_no was not found'],
    ['/admin/shipping-profiles/sp_no', { name: 'X' }, 404, 'Profile with id: sp_no was not found'],
  ]
  for (const [at, body, status, message] of refusals) {
    const reply = await shop.admin.post(at, body)
    expect([reply.status, reply.body.message]).toEqual([status, message])
  }
  expect((await shop.post('/admin/shipping-profiles', { name: 'X', type: 'custom' })).status).toBe(401)
})

test('a deleted profile no longer exists', async () => {
  await using shop = await openTestShop()
  const created = await expectSuccess(shop.admin.post('/admin/shipping-profiles', { name: 'Bulky', type: 'custom' }))
  const { id } = created.shipping_profile
  for (const _ of [1, 2])
    expect(await expectSuccess(shop.admin.delete(`/admin/shipping-profiles/${id}`))).toEqual({
      id,
      object: 'shipping_profile',
      deleted: true,
    })
  expect((await shop.admin.get(`/admin/shipping-profiles/${id}`)).status).toBe(404)
})

test('the last profile of a required type cannot be deleted or change its type', async () => {
  await using shop = await openTestShop()
  const all = async () => (await expectSuccess(shop.admin.get('/admin/shipping-profiles'))).shipping_profiles
  for (const { id, type } of await all()) {
    const refusal = [
      400,
      'not_allowed',
      `The last shipping profile of the type ${type} cannot be deleted or get another type. Create another profile of this type first.`,
    ] as const
    await expectError(shop.admin.delete(`/admin/shipping-profiles/${id}`), ...refusal)
    await expectError(shop.admin.post(`/admin/shipping-profiles/${id}`, { type: 'custom' }), ...refusal)
    const more = { name: 'Another', type }
    const { shipping_profile } = await expectSuccess(shop.admin.post('/admin/shipping-profiles', more))
    const deletions = [id, shipping_profile.id].map((one) => shop.admin.delete(`/admin/shipping-profiles/${one}`))
    expect((await Promise.all(deletions)).map(({ status }) => status).sort()).toEqual([200, 400])
  }
  expect(await all()).toHaveLength(2)
})
