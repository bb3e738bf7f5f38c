import { expect, test } from 'vitest'
import { lockImportedProducts } from '#entities/catalogue/import-export/product-import/apply-products.ts'
import { applyStaged, stageProducts } from '#entities/catalogue/import-export/product-import/import-products.ts'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { productRow, type Row, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Product } from '#test/support/resources.ts'
import { waitForBlockedRequest } from '#test/support/send-while-locked.ts'

const { shop, createCategory } = await useImportShop()

const collection = (
  await expectSuccess(shop.admin.post('/admin/collections', { title: 'Winter', handle: uniqueName('winter') }))
).collection
const channel = (await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Outlet' }))).sales_channel
const category = await createCategory('Coats')
const product_ids = (products: readonly Product[]) => ({ product_ids: products.map(({ id }) => ({ id })) })

const targets = {
  collection: {
    path: `/admin/collections/${collection.id}/products/batch`,
    input: (products: readonly Product[]) => ({ product_ids: products.map(({ id }) => id) }),
    cells: { 'Product Collection Handle': collection.handle },
  },
  'sales channel': {
    path: `/admin/sales-channels/${channel.id}/products/batch`,
    input: product_ids,
    cells: { 'Sales Channel 1 Id': channel.id, 'Sales Channel 1 Name': '' },
  },
  category: {
    path: `/admin/product-categories/${category.id}/products/batch`,
    input: product_ids,
    cells: { 'Product Category 1 Handle': category.handle },
  },
}

/** Runs an import in a transaction. Between its locks and its changes, sends a request that must wait for the import. */
async function importWhile<Body>(rows: Row[], send: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  async function* content() {
    yield Buffer.from(writeCsv(rows))
  }
  const { reply } = await shop.orm.em.fork().transactional(async (em) => {
    const staged = await stageProducts(em, {
      read: async () => content(),
      options: {},
      reportProgress: async () => {},
    })
    await lockImportedProducts(em)
    const sent = { reply: send() }
    await waitForBlockedRequest(shop)
    await applyStaged(em, { ...staged, importId: null }, async () => {})
    return sent
  })
  return reply
}

test.each(
  Object.entries(targets),
)('a request that adds products to a %s waits for an import of them', async (_, target) => {
  const products = [await shop.given.product(), await shop.given.product()]
  const rows = products.map(({ id, handle }) => ({ 'Product Id': id, 'Product Handle': `${handle}`, ...target.cells }))
  const reply = await importWhile(rows, () => shop.admin.post(target.path, target.input(products)))
  expect(reply.status).toBe(200)
})

test.each(
  Object.entries(targets),
)('a request that removes products from a %s waits for an import of them', async (_, target) => {
  const products = [await shop.given.product(), await shop.given.product()]
  await expectSuccess(shop.admin.post(target.path, target.input(products)))
  const empty = Object.fromEntries(Object.keys(target.cells).map((title) => [title, '']))
  const rows = products.map(({ id, handle }) => ({ 'Product Id': id, 'Product Handle': `${handle}`, ...empty }))
  const reply = await importWhile(rows, () => shop.admin.delete(target.path, target.input(products)))
  expect(reply.status).toBe(200)
})

const rowOf = ({ id, handle }: Product): Row => ({ 'Product Id': id, 'Product Handle': `${handle}` })

test('the deletion of a product waits for an import of its variants', async () => {
  const product = await shop.given.product()
  const variant = { 'Variant Id': product.variants[0].id, 'Variant Title': 'Imported' }
  const reply = await importWhile([{ ...rowOf(product), ...variant }], () =>
    shop.admin.delete(`/admin/products/${product.id}`),
  )
  expect(reply.status).toBe(200)
})

test('the deletion of a category waits for an import that moves products', async () => {
  const { id, handle } = await createCategory('Hats')
  const [leaving, entering] = [await shop.given.product(), await shop.given.product()]
  const path = `/admin/product-categories/${id}/products/batch`
  await expectSuccess(shop.admin.post(path, product_ids([leaving])))
  const rows = [
    { ...rowOf(leaving), 'Product Category 1 Handle': '' },
    { ...rowOf(entering), 'Product Category 1 Handle': handle },
  ]
  const reply = await importWhile(rows, () => shop.admin.delete(`/admin/product-categories/${id}`))
  expect(reply.status).toBe(200)
})

test('a shipping profile that gets products waits for an import of them', async () => {
  const { shipping_profiles } = await expectSuccess(shop.admin.get('/admin/shipping-profiles'))
  const oldest = shipping_profiles.find(({ type }) => type === 'default')
  await expectSuccess(shop.admin.post('/admin/shipping-profiles', { name: uniqueName('Profile'), type: 'default' }))
  const product = await shop.given.product()
  const reply = await importWhile([rowOf(product), productRow()], () =>
    shop.admin.post(`/admin/shipping-profiles/${oldest?.id}`, { type: 'custom', products: [product.id] }),
  )
  expect(reply.status).toBe(200)
})
