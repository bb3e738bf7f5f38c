import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openTestShop } from '#test/support/shop.ts'

const variant = { title: ' Red / S ', sku: ' MUG-1 ', prices: [], options: [{ value: ' Red' }] }

test('titles, handles, codes, tags and option values of a product are stored without blanks around them', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(
    shop.admin.post('/admin/products', {
      title: '  Mug ',
      handle: ' mug ',
      subtitle: ' Blue ',
      type: { value: ' Ware ' },
      tags: [{ value: ' gift' }, { value: 'gift ' }],
      options: [{ title: ' Colour ' }],
      variants: [variant, { ...variant, sku: 'MUG-2 ', title: 'Blue', options: [{ value: 'Blue ' }] }],
    }),
  )
  expect(product).toMatchObject({ title: 'Mug', handle: 'mug', subtitle: 'Blue', type: { value: 'Ware' } })
  expect(product.tags?.map(({ value }) => value)).toEqual(['gift'])
  expect(product.options?.map(({ title }) => title)).toEqual(['Colour'])
  expect(product.variants?.map(({ sku }) => sku).toSorted()).toEqual(['MUG-1', 'MUG-2'])
  const values = product.variants?.flatMap(({ options = [] }) => options.map(({ value }) => value))
  expect(values?.toSorted()).toEqual(['Blue', 'Red'])
})

test('option values that differ only in blanks are the same value', async () => {
  await using shop = await openTestShop()
  const answer = await shop.admin.post('/admin/products', {
    title: 'Mug',
    options: [{ title: 'Colour' }],
    variants: [variant, { ...variant, sku: 'MUG-2', options: [{ value: 'Red' }] }],
  })
  expect(answer.status).toBe(422)
  expect((await shop.admin.get('/admin/products')).body.count).toBe(0)
})

test.each([
  ['/admin/collections', { title: ' Tea ' }, { title: 'Tea' }],
  ['/admin/customer-groups', { name: ' Tea ' }, { name: 'Tea' }],
  ['/admin/product-categories', { name: ' Tea ', handle: ' tea ' }, { name: 'Tea', handle: 'tea' }],
  ['/admin/return-reasons', { value: ' tea ', label: ' Tea ' }, { value: 'tea', label: 'Tea' }],
  ['/admin/sales-channels', { name: ' Tea ', description: ' Tea ' }, { name: 'Tea', description: 'Tea' }],
  ['/admin/publishable-api-keys', { title: ' Tea ' }, { title: 'Tea' }],
  ['/admin/shipping-profiles', { name: ' Tea ', type: 'custom' }, { name: 'Tea' }],
  [
    '/admin/price-lists',
    { name: ' Tea ', description: ' Tea ', type: 'sale', prices: [] },
    { name: 'Tea', description: 'Tea' },
  ],
  [
    '/admin/customers',
    { email: 'a@example.com', first_name: ' Ada ', last_name: ' L ', password: ' secret ' },
    { first_name: 'Ada', last_name: 'L' },
  ],
] as const)('the names of POST %s are stored without blanks around them', async (path, body, stored) => {
  await using shop = await openTestShop()
  const answer = await shop.admin.post(path, body)
  expect([200, 201]).toContain(answer.status)
  expect(Object.values(answer.body)).toEqual([expect.objectContaining(stored)])
})

test.each([
  ['/admin/collections', { title: ' \t' }],
  ['/admin/customer-groups', { name: '  ' }],
  ['/admin/product-categories', { name: ' ' }],
  ['/admin/return-reasons', { value: ' ', label: 'Tea' }],
  ['/admin/products', { title: ' ' }],
] as const)('blanks are no name for POST %s', async (path, body) => {
  await using shop = await openTestShop()
  const answer = await shop.admin.post(path, body)
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/should not be empty/) } })
})
