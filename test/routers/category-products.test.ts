import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified, Product } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
/** Clothes > (Shirts, Secret > Below secret), and Later, which is inactive. */
const tree = new Map<string, Identified>()
const idOf = (name: string) => tree.get(name)?.id
const products = new Map<string, Product>()
beforeAll(async () => {
  shop = await openTestShop()
  const add = async (name: string, over: object = {}) => {
    const body = { name, is_active: true, ...over }
    tree.set(name, (await expectSuccess(shop.admin.post('/admin/product-categories', body))).product_category)
  }
  await add('Clothes')
  await add('Shirts', { parent_category_id: idOf('Clothes') })
  await add('Secret', { parent_category_id: idOf('Clothes'), is_internal: true })
  await add('Below secret', { parent_category_id: idOf('Secret') })
  await add('Later', { is_active: false })
  for (const name of ['Shirts', 'Secret', 'Later'])
    products.set(name, await shop.given.product({ title: name, categories: [{ id: idOf(name) }] }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const names = (rows: readonly { name?: string; title?: string }[]) => rows.map((row) => row.name ?? row.title).sort()

describe('products in categories', () => {
  const listTitles = async (query: string) =>
    names((await expectSuccess(shop.get(`/store/products?${query}`))).products)
  const admin = async (query: string) =>
    names((await expectSuccess(shop.admin.get(`/admin/products?${query}`))).products)

  test('a product is created in categories, and an update replaces them', async () => {
    const product = await shop.given.product({ categories: [{ id: idOf('Shirts') }, { id: idOf('Shirts') }] })
    expect(names(product.categories)).toEqual(['Shirts'])
    const path = `/admin/products/${product.id}`
    const update = async (body: object) => names((await expectSuccess(shop.admin.post(path, body))).product.categories)
    expect(await update({ categories: [{ id: idOf('Later') }, { id: idOf('Clothes') }] })).toEqual(['Clothes', 'Later'])
    expect(await update({ title: 'Other' })).toEqual(['Clothes', 'Later'])
    expect(await update({ categories: [] })).toEqual([])
    const missing = 'Product_category with product_category_id pcat_no does not exist.'
    await expectError(shop.admin.post(path, { categories: [{ id: 'pcat_no' }] }), 404, 'not_found', missing)
    await expectError(shop.admin.post(path, { categories: [{}] }), 400, 'invalid_data', 'id must be a string')
  })

  test('products can be filtered by categories and their descendants', async () => {
    expect(await admin(`category_id[]=${idOf('Clothes')}`)).toEqual([])
    expect(await admin(`category_id[]=${idOf('Shirts')}&category_id[]=${idOf('Later')}`)).toEqual(['Later', 'Shirts'])
    const all = `category_id[]=${idOf('Clothes')}&include_category_children=true`
    expect(await admin(all)).toEqual(['Secret', 'Shirts'])
    expect(await admin(`category_id[]=${idOf('Shirts')}&include_category_children=false`)).toEqual(['Shirts'])
  })

  test('the storefront shows only public categories of a product', async () => {
    const all = `category_id[]=${idOf('Clothes')}&include_category_children=true`
    expect(await listTitles(all)).toEqual(['Shirts'])
    expect(await listTitles(`category_id[]=${idOf('Secret')}`)).toEqual([])
    const { product } = await expectSuccess(shop.get(`/store/products/${products.get('Secret')!.id}`))
    expect(product.categories).toEqual([])
    const read = await expectSuccess(shop.get(`/store/products/${products.get('Shirts')!.id}`))
    expect(names(read.product.categories)).toEqual(['Shirts'])
    const [variant] = products.get('Secret')!.variants
    const around = await expectSuccess(shop.get(`/store/variants/${variant.id}?expand=product.categories`))
    expect(around.variant.product.categories).toEqual([])
  })
})

describe('adding products to a category', () => {
  test('products can be added to and removed from a category repeatedly', async () => {
    const [one, two] = [await shop.given.product({ title: 'One' }), await shop.given.product({ title: 'Two' })]
    const path = `/admin/product-categories/${idOf('Below secret')}/products/batch`
    const product_ids = [{ id: one.id }, { id: two.id }]
    const put = () => expectSuccess(shop.admin.post(`${path}?expand=products`, { product_ids }))
    for (const answer of [await put(), await put()])
      expect(names(answer.product_category.products)).toEqual(['One', 'Two'])
    const removal = { product_ids: [{ id: one.id }, { id: 'prod_no' }] }
    const { product_category } = await expectSuccess(shop.admin.delete(`${path}?expand=products`, removal))
    expect(names(product_category.products)).toEqual(['Two'])
  })

  test('no product is added if one of them does not exist', async () => {
    const path = `/admin/product-categories/${idOf('Later')}/products/batch`
    const reply = await shop.admin.post(path, { product_ids: [{ id: products.get('Shirts')!.id }, { id: 'prod_no' }] })
    expect([reply.status, reply.body.errors]).toEqual([400, ['Products prod_no do not exist']])
    const listed = await expectSuccess(shop.admin.get(`/admin/products?category_id[]=${idOf('Later')}`))
    expect(names(listed.products)).toEqual(['Later'])
    const missing = 'ProductCategory with id: pcat_no was not found'
    for (const send of [shop.admin.post, shop.admin.delete])
      await expectError(
        send('/admin/product-categories/pcat_no/products/batch', { product_ids: [{ id: 'x' }] }),
        404,
        'not_found',
        missing,
      )
    await expectError(
      shop.admin.post(path, { product_ids: [] }),
      400,
      'invalid_data',
      'product_ids should not be empty',
    )
    expect((await shop.post(path, { product_ids: [{ id: 'x' }] })).status).toBe(401)
  })
})

describe('categories in the storefront', () => {
  const list = async (query: string) =>
    (await expectSuccess(shop.get(`/store/product-categories?${query}`))).product_categories

  test('the storefront lists active and public categories', async () => {
    expect(names(await list(''))).toEqual(['Below secret', 'Clothes', 'Shirts'])
    const [clothes] = await list('parent_category_id=null&include_descendants_tree=true')
    expect(names(clothes.category_children)).toEqual(['Shirts'])
    expect(clothes).not.toHaveProperty('is_internal')
    const [below] = await list('handle=below-secret')
    expect([below.parent_category, below.parent_category_id]).toEqual([null, idOf('Secret')])
    expect(names(await list('q=SHIR'))).toEqual(['Shirts'])
    expect((await list('order=-name')).map(({ name }) => name)).toEqual(['Shirts', 'Clothes', 'Below secret'])
  })

  test('the storefront reads a category with its descendants', async () => {
    const read = (name: string) => shop.get(`/store/product-categories/${idOf(name)}`)
    const { product_category } = await expectSuccess(read('Clothes'))
    expect(names(product_category.category_children)).toEqual(['Shirts'])
    for (const name of ['Secret', 'Later'])
      await expectError(read(name), 404, 'not_found', `ProductCategory with id: ${idOf(name)} was not found`)
    const inner = 'Requested fields [is_internal] are not valid'
    await expectError(shop.get('/store/product-categories?fields=is_internal'), 400, 'invalid_data', inner)
    await expectError(
      shop.get('/store/product-categories?is_active=false'),
      400,
      'invalid_data',
      'property is_active should not exist',
    )
  })
})
