import { expect, test } from 'vitest'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { productInput } from '#test/support/product-input.ts'
import { openTestShop } from '#test/support/shop.ts'

const IMAGES = ['https://x/1.png', 'https://x/2.png']

test('images have alternative texts, which stay with their image in another order', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(
    shop.admin.post('/admin/products', {
      ...productInput({ images: IMAGES }),
      image_alts: [{ url: 'https://x/2.png', alt: 'A shirt from behind' }],
    }),
  )
  expect(product.images?.map(({ url, alt }) => [url, alt])).toEqual([
    ['https://x/1.png', null],
    ['https://x/2.png', 'A shirt from behind'],
  ])
  const path = `/admin/products/${product.id}`
  const moved = await expectSuccess(shop.admin.post(path, { images: [...IMAGES].reverse() }))
  expect(moved.product.images?.map(({ alt }) => alt)).toEqual(['A shirt from behind', null])

  const renamed = await expectSuccess(
    shop.admin.post(path, { image_alts: [{ url: 'https://x/1.png', alt: 'A shirt' }] }),
  )
  expect(renamed.product.images?.map(({ url, alt }) => [url, alt])).toEqual([
    ['https://x/2.png', 'A shirt from behind'],
    ['https://x/1.png', 'A shirt'],
  ])
  const unknown = { image_alts: [{ url: 'https://x/3.png', alt: 'Another' }] }
  await expectErrorMessage(shop.admin.post(path, unknown), 400, 'The product has no image https://x/3.png')
})

test('one request changes texts, images and some variants, and keeps the other variants', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput({ images: IMAGES })))
  const [first, second] = product.variants ?? []
  const path = `/admin/products/${product.id}`
  const changed = await expectSuccess(
    shop.admin.post(path, {
      title: 'Blue shirt',
      seo_title: 'A blue shirt for cafés',
      seo_description: 'Made of linen',
      variant_changes: [
        {
          id: first?.id ?? '',
          thumbnail: 'https://x/2.png',
          cost_amount: 400,
          cost_currency_code: 'EUR',
          prices: [{ currency_code: 'eur', amount: 1200 }],
        },
      ],
    }),
  )
  expect(changed.product).toMatchObject({ title: 'Blue shirt', seo_title: 'A blue shirt for cafés' })
  expect(changed.product.variants).toMatchObject([
    { id: first?.id, sku: first?.sku, thumbnail: 'https://x/2.png', cost_amount: 400, cost_currency_code: 'eur' },
    { id: second?.id, title: 'M', thumbnail: null, cost_amount: null },
  ])
  expect(changed.product.variants?.[0]?.prices?.map(({ amount }) => amount)).toEqual([1200])
})

test('a refused variant leaves the whole product unchanged', async () => {
  await using shop = await openTestShop()
  const { product } = await expectSuccess(shop.admin.post('/admin/products', productInput()))
  const [first, second] = product.variants ?? []
  const path = `/admin/products/${product.id}`
  const send = (variant_changes: object[]) =>
    shop.admin.post(path, { title: 'Another', images: IMAGES, variant_changes })
  const missing = send([
    { id: first?.id, title: 'Small' },
    { id: 'variant_missing', title: 'Large' },
  ])
  await expectErrorMessage(missing, 404, 'Variant with id: variant_missing was not found')
  await expectErrorMessage(
    send([{ id: first?.id, inventory_quantity: -1 }]),
    400,
    /inventory_quantity must not be less/,
  )
  await expectErrorMessage(send([{ id: first?.id, cost_amount: 100 }]), 400, /cost_amount needs a cost_currency_code/)
  const both = { title: 'Another', variants: [{ id: first?.id }], variant_changes: [] }
  await expectErrorMessage(shop.admin.post(path, both), 400, 'Pass either variants or variant_changes')
  expect((await expectSuccess(shop.admin.get(path))).product).toEqual(product)
  const swapped = await expectSuccess(
    send([
      { id: first?.id, sku: 'swapped' },
      { id: second?.id, sku: first?.sku },
    ]),
  )
  expect(swapped.product.variants?.map(({ sku }) => sku)).toEqual(['swapped', first?.sku])
})

test('the store shows pictures and texts for search engines, and never the cost', async () => {
  await using shop = await openTestShop()
  const input = productInput({ images: IMAGES, status: 'published' })
  const { product } = await expectSuccess(shop.admin.post('/admin/products', { ...input, seo_title: 'For cafés' }))
  const [variant] = product.variants ?? []
  await expectSuccess(
    shop.admin.post(`/admin/products/${product.id}`, {
      variant_changes: [{ id: variant?.id ?? '', cost_amount: 4321, cost_currency_code: 'eur', thumbnail: IMAGES[1] }],
    }),
  )
  const shown = await expectSuccess(shop.get(`/store/products/${product.id}`))
  expect(shown.product).toMatchObject({ seo_title: 'For cafés', variants: [{ thumbnail: IMAGES[1] }, {}] })
  expect(JSON.stringify(shown)).not.toContain('4321')
  const asked = await shop.get(`/store/products/${product.id}?fields=id,cost_amount&expand=variants`)
  expect(JSON.stringify(asked.body)).not.toContain('4321')
})
