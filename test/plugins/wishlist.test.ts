import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { promises, race } from '#server/testing/index.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { wishlist } from '../../plugins/wishlist/index.ts'

const definition = defineShop({ plugins: [wishlist] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins })
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientWith = (headers: Record<string, string>) => createShopClient<typeof definition>({ url: shop.url, headers })

async function givenCustomer() {
  const { id, email, headers } = await shop.given.customer()
  return { id, email, wishes: clientWith(headers).store.wishlist }
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error) => error.data.httpStatus,
  )

test('a customer adds, lists and removes wishes', async () => {
  const { id: customer_id, wishes } = await givenCustomer()
  const { id: variant_id, product_id } = await shop.given.variant()
  const { wish } = await wishes.add.mutate({ variant_id })
  expect(wish).toMatchObject({ customer_id, variant_id })
  expect((await wishes.add.mutate({ variant_id })).wish.id).toBe(wish.id)
  const listed = await wishes.list.query({ expand: 'variant.product' })
  expect(listed).toMatchObject({ count: 1, wishes: [{ variant: { product: { id: product_id } } }] })
  await wishes.remove.mutate({ id: wish.id })
  expect((await wishes.list.query()).count).toBe(0)
})

test('a wishlist names no variant of a product that is no longer published', async () => {
  const { wishes } = await givenCustomer()
  const { id: variant_id, product_id } = await shop.given.variant()
  const { wish } = await wishes.add.mutate({ variant_id })
  await shop.admin.post(`/admin/products/${product_id}`, { status: 'draft' })
  expect(await wishes.list.query({ expand: 'variant.product' })).toMatchObject({ count: 0, wishes: [] })
  expect(await statusOf((await givenCustomer()).wishes.add.mutate({ variant_id }))).toBe(404)
  await wishes.remove.mutate({ id: wish.id })
})

test('a wishlist names no variant of a sales channel that the store does not show to the caller', async () => {
  const { sales_channel } = await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Wholesale' }))
  const { publishable_api_key } = await expectSuccess(
    shop.admin.post('/admin/publishable-api-keys', { title: 'Wholesale' }),
  )
  const channels = `/admin/publishable-api-keys/${publishable_api_key.id}/sales-channels/batch` as const
  await expectSuccess(shop.admin.post(channels, { sales_channel_ids: [{ id: sales_channel.id }] }))
  const { id: variant_id, product_id } = await shop.given.variant()
  await expectSuccess(shop.admin.post(`/admin/products/${product_id}`, { sales_channels: [{ id: sales_channel.id }] }))
  const { headers } = await shop.given.customer()
  const [retail, wholesale] = [headers, { ...headers, 'x-publishable-api-key': publishable_api_key.id }].map(
    (sent) => clientWith(sent).store.wishlist,
  )
  expect(await statusOf(retail!.add.mutate({ variant_id }))).toBe(404)
  expect(await statusOf(wholesale!.add.mutate({ variant_id }))).toBe(200)
  expect((await wholesale!.list.query({ expand: 'variant.product' })).wishes).toMatchObject([{ variant_id }])
  expect((await retail!.list.query({ expand: 'variant.product' })).wishes).toEqual([])
})

test('the wish of another customer is 404', async () => {
  const [owner, other] = [await givenCustomer(), await givenCustomer()]
  const { wish } = await owner.wishes.add.mutate({ variant_id: (await shop.given.variant()).id })
  expect(await statusOf(other.wishes.remove.mutate({ id: wish.id }))).toBe(404)
  expect((await other.wishes.list.query()).count).toBe(0)
  expect((await owner.wishes.list.query()).count).toBe(1)
})

test('a guest has no wishlist, and an unknown variant is 404', async () => {
  expect(await statusOf(clientWith({}).store.wishlist.list.query())).toBe(401)
  expect(await statusOf((await givenCustomer()).wishes.add.mutate({ variant_id: 'variant_none' }))).toBe(404)
})

test('a wishlist has at most 100 entries, also with concurrent requests', async () => {
  const { wishes } = await givenCustomer()
  const prices = Array.from({ length: 51 }, () => 1000)
  const products = [await shop.given.product({ prices }), await shop.given.product({ prices })]
  const variants = products.flatMap((product) => product.variants.map(({ id }) => id))
  for (const variant_id of variants.slice(0, 98)) await wishes.add.mutate({ variant_id })
  const { results, refusals } = await race(4, (i) => wishes.add.mutate({ variant_id: variants[98 + i] ?? '' }))
  expect(results).toHaveLength(2)
  expect(Object.values(refusals)).toEqual([2])
  expect((await wishes.list.query()).count).toBe(100)
})

test('an administrator deletes the wish of a customer, and the audit log shows the deletion', async () => {
  const { id: customer_id, email, wishes: own } = await givenCustomer()
  const { id: variant_id } = await shop.given.variant()
  await own.add.mutate({ variant_id })
  const { admin } = clientWith({ authorization: `Bearer ${shop.token}` })
  const { wishes } = await admin.wishlist.list.query({ customer_id, expand: 'customer,variant' })
  expect(wishes).toMatchObject([{ customer: { email }, variant: { id: variant_id } }])
  const id = wishes[0]?.id ?? ''
  await admin.wishlist.delete.mutate({ id })
  const { audit_log } = await admin.auditLog.list.query({ resource_id: id })
  expect(audit_log).toMatchObject([{ procedure: 'admin.wishlist.delete' }])
})

test('an API key needs a scope of the plugin', async () => {
  const clientWithScope = async (scope: string) => {
    const { body } = await shop.admin.post('/admin/api-keys', { name: 'Key', scopes: [scope] })
    return clientWith({ authorization: `Bearer ${body.secret}` }).admin.wishlist
  }
  expect(await statusOf((await clientWithScope('products.*')).list.query())).toBe(403)
  const reader = await clientWithScope('read:wishlist.*')
  expect(await statusOf(reader.list.query())).toBe(200)
  expect(await statusOf(reader.list.query({ expand: 'customer' }))).toBe(403)
  expect(await statusOf(reader.delete.mutate({ id: 'wish_1' }))).toBe(403)
})

for (const { name, check } of promises(definition, 'wishlist')) test(name, check)
