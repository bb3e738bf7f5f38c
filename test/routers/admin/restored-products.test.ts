import { expect, test } from 'vitest'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { optionValues, productInput } from '#test/support/product-input.ts'
import { openTestShop } from '#test/support/shop.ts'

const DAYS = 86_400_000

test('a deleted product is listed, and restored with its variants, prices and options', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(
    shop.admin.post('/admin/products', productInput({ images: ['https://x/1.png'], tags: [{ value: 'new' }] })),
  )
  const path = `/admin/products/${product.id}`
  await expectSuccess(shop.admin.delete(`${path}/variants/${product.variants?.[1]?.id}`))
  await expectSuccess(shop.admin.delete(path))
  const { products } = await expectSuccess(shop.admin.get('/admin/products/deleted'))
  expect(products).toMatchObject([{ id: product.id, title: product.title, variant_count: 1 }])

  const restored = await expectSuccess(shop.admin.post(`${path}/restore`))
  const [first] = product.variants ?? []
  expect(restored.product).toMatchObject({ handle: product.handle, images: product.images, tags: product.tags })
  expect(restored.product.variants?.map(({ id }) => id)).toEqual([first?.id])
  expect(restored.product.variants?.[0]?.prices).toEqual(first?.prices)
  expect(restored.product.variants?.[0]?.options).toEqual(first?.options)
  expect((await expectSuccess(shop.admin.get('/admin/products/deleted'))).products).toEqual([])
  expect((await expectSuccess(shop.admin.post(`${path}/restore`))).product.title).toBe(product.title)
})

test('a product is not restored while another one uses the SKU, nor after thirty days', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput()))
  const path = `/admin/products/${product.id}`
  await expectSuccess(shop.admin.delete(path))
  const options = [{ title: 'Size' }]
  const variants = [{ title: 'S', sku: 'shirt-s', prices: [], options: optionValues('S') }]
  const other = await expectSuccess(shop.admin.post('/admin/products', { title: 'Other', options, variants }))
  await expectErrorMessage(shop.admin.post(`${path}/restore`), 422, /shirt-s/)
  await expectErrorMessage(shop.admin.get(path), 404, /not found/)
  await expectSuccess(shop.admin.delete(`/admin/products/${other.product.id}`))

  const deleted_at = new Date(Date.now() - 31 * DAYS)
  await changeRows(shop, Product, { id: product.id }, { deleted_at })
  await changeRows(shop, ProductVariant, { product_id: product.id }, { deleted_at })
  await expectErrorMessage(shop.admin.post(`${path}/restore`), 400, /restored for 30 days/)
  const { products } = await expectSuccess(shop.admin.get('/admin/products/deleted'))
  expect(products.map(({ id }) => id)).toEqual([other.product.id])
  await expectErrorMessage(shop.admin.post('/admin/products/prod_unknown/restore'), 404, /not found/)
})

test('an archived product is not sold, and is a draft when it leaves the archive', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput({ status: 'published' })))
  const path = `/admin/products/${product.id}`
  const archived = await expectSuccess(shop.admin.post(path, { is_archived: true }))
  expect(archived.product).toMatchObject({ status: 'draft', archived_at: expect.any(String) })
  await expectErrorMessage(shop.get(`/store/products/${product.id}`), 404, /not found/)
  const idsOf = async (query: string) =>
    (await expectSuccess(shop.admin.get(`/admin/products?${query}`))).products.map(({ id }) => id)
  expect(await idsOf('is_archived=true')).toEqual([product.id])
  expect(await idsOf('is_archived=false')).toEqual([])
  expect(await idsOf('')).toEqual([product.id])

  const { product: back } = await expectSuccess(shop.admin.post(path, { is_archived: false }))
  expect(back).toMatchObject({ status: 'draft', archived_at: null })
  await expectSuccess(shop.admin.post(path, { is_archived: true }))
  const published = await expectSuccess(shop.admin.post(path, { status: 'published' }))
  expect(published.product).toMatchObject({ status: 'published', archived_at: null })
})

test('a copy is a draft with the content of the product, without codes and stock', async () => {
  await using shop = await openTestShop()
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Spring' }))
  const { product } = await expectSuccess(
    shop.admin.post('/admin/products', {
      ...productInput({ images: ['https://x/1.png'], status: 'published', tags: [{ value: 'new' }], weight: 300 }),
      image_alts: [{ url: 'https://x/1.png', alt: 'A shirt' }],
      collection_id: collection.id,
      type: { value: 'clothes' },
      seo_title: 'For cafés',
    }),
  )
  const path = `/admin/products/${product.id}`
  await expectSuccess(
    shop.admin.post(path, { variant_changes: [{ id: product.variants?.[0]?.id ?? '', inventory_quantity: 7 }] }),
  )
  const copies = [
    await expectSuccess(shop.admin.post(`${path}/duplicate`, { title: 'Copy of Blue Café Shirt' })),
    await expectSuccess(shop.admin.post(`${path}/duplicate`, { title: 'Copy of Blue Café Shirt' })),
  ]
  expect(copies.map((copy) => copy.product.handle)).toEqual(['copy-of-blue-cafe-shirt', 'copy-of-blue-cafe-shirt-2'])
  expect(copies[0]?.product).toMatchObject({
    title: 'Copy of Blue Café Shirt',
    status: 'draft',
    seo_title: 'For cafés',
    weight: 300,
    collection_id: collection.id,
    type: { value: 'clothes' },
    tags: [{ value: 'new' }],
    images: [{ url: 'https://x/1.png', alt: 'A shirt' }],
    profile_id: product.profile_id,
    options: [{ title: 'Size' }, { title: 'Colour' }],
    variants: [
      {
        title: 'S',
        sku: null,
        inventory_quantity: 0,
        prices: [{ currency_code: 'eur', amount: 1000 }],
        options: [{ value: 'S' }, { value: 'blue' }],
      },
      { title: 'M' },
    ],
  })
  await expectErrorMessage(shop.admin.post('/admin/products/prod_unknown/duplicate', { title: 'x' }), 404, /not found/)
})
