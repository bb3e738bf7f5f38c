import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import { deleteAll } from '#test/support/change-rows.ts'
import { eventNamesOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Category } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => deleteAll(shop, ProductCategory))

const path = '/admin/product-categories'
const categoryIn = async (answer: Promise<Reply<{ product_category: Category }>>) =>
  (await expectSuccess(answer)).product_category
const add = (name: string, over: object = {}) => categoryIn(shop.admin.post(path, { name, ...over }))
const change = (id: string, body: object) => categoryIn(shop.admin.post(`${path}/${id}`, body))
const readCategory = (id: string) => categoryIn(shop.admin.get(`${path}/${id}`))
const list = (query: string) => expectSuccess(shop.admin.get(`${path}?${query}`))
const names = (rows: readonly Pick<Category, 'name'>[]) => rows.map(({ name }) => name)
const below = async (parent: string) => names((await list(`parent_category_id=${parent}`)).product_categories)
/** The ranks of siblings have no gaps, and every path starts at the root. */
async function expectValidTree() {
  const { product_categories: all } = await list('limit=1000')
  for (const siblings of Map.groupBy(all, (one) => one.parent_category_id).values())
    expect(siblings.map(({ rank }) => rank)).toEqual(siblings.map((_, i) => i))
  for (const { id, mpath, parent_category } of all) expect(mpath).toBe(`${parent_category?.mpath ?? ''}${id}.`)
}

test('a new category is the last of its siblings and gets a handle from its name', async () => {
  const men = await add('Men’s Wear')
  expect(men).toEqual({
    id: men.id,
    created_at: men.created_at,
    updated_at: men.updated_at,
    name: 'Men’s Wear',
    description: '',
    handle: 'mens-wear',
    is_active: false,
    is_internal: false,
    rank: 0,
    mpath: `${men.id}.`,
    metadata: null,
    parent_category_id: null,
    parent_category: null,
    category_children: [],
  })
  const shoes = await add('Shoes', { parent_category_id: men.id, handle: 'mens-shoes', metadata: { size: 1 } })
  expect(shoes).toMatchObject({ handle: 'mens-shoes', rank: 0, mpath: `${men.id}.${shoes.id}.`, metadata: { size: 1 } })
  expect(shoes.parent_category).toMatchObject({ id: men.id, name: 'Men’s Wear' })
  expect(await add('Women')).toMatchObject({ rank: 1 })
  expect(await add('Sale', { rank: 0, parent_category_id: 'null' })).toMatchObject({ rank: 0 })
  expect(await below('null')).toEqual(['Sale', 'Men’s Wear', 'Women'])
  await expectValidTree()
})

test('a category is returned with all descendants and listed with its children', async () => {
  const { id } = await add('A')
  const b = await add('B', { parent_category_id: id })
  await add('D', { parent_category_id: id })
  await add('C', { parent_category_id: b.id })
  const { category_children } = await readCategory(id)
  expect(names(category_children)).toEqual(['B', 'D'])
  expect(names(category_children[0].category_children)).toEqual(['C'])
  expect(category_children[0].category_children[0].category_children).toEqual([])
  const [listed] = (await list(`parent_category_id=null`)).product_categories
  expect(names(listed.category_children)).toEqual(['B', 'D'])
  expect(listed.category_children[0]).not.toHaveProperty('category_children')
  const [whole] = (await list(`handle=a&include_descendants_tree=true&fields=name`)).product_categories
  expect(whole.category_children[0]).toEqual({
    id: b.id,
    name: 'B',
    category_children: [{ id: expect.any(String), name: 'C', category_children: [] }],
  })
  expect(await categoryIn(shop.admin.get(`${path}/${id}?expand=&fields=name`))).toEqual({ id, name: 'A' })
})

test('categories can be filtered by text, handle, flags and parent', async () => {
  await add('Winter Boots', { is_active: true })
  await add('Summer', { is_internal: true, handle: 'hot' })
  for (const [query, found] of [
    ['q=BOOT', ['Winter Boots']],
    ['q=hot', ['Summer']],
    ['handle=hot', ['Summer']],
    ['is_active=true', ['Winter Boots']],
    ['is_internal=false', ['Winter Boots']],
    ['parent_category_id=pcat_no', []],
    ['limit=1&offset=1', ['Summer']],
    ['order=name', ['Summer', 'Winter Boots']],
  ] as const)
    expect(names((await list(query)).product_categories)).toEqual(found)
  expect(await list('limit=1')).toMatchObject({ count: 2, offset: 0, limit: 1 })
})

describe('moving a category', () => {
  test('a move among siblings leaves no gap in the ranks', async () => {
    const [a, , c] = [await add('A'), await add('B'), await add('C')]
    await change(c.id, { rank: 0 })
    expect(await below('null')).toEqual(['C', 'A', 'B'])
    await change(c.id, { rank: 1, name: 'Cc' })
    expect(await below('null')).toEqual(['A', 'Cc', 'B'])
    expect(await change(a.id, { rank: 99 })).toMatchObject({ rank: 2 })
    expect(await below('null')).toEqual(['Cc', 'B', 'A'])
    await expectValidTree()
  })

  test('a move includes the descendants and appends without a rank', async () => {
    const [a, b] = [await add('A'), await add('B')]
    const leaf = await add('Leaf', { parent_category_id: a.id })
    await add('Other', { parent_category_id: b.id })
    expect(await change(a.id, { parent_category_id: b.id })).toMatchObject({ rank: 1, mpath: `${b.id}.${a.id}.` })
    expect((await readCategory(leaf.id)).mpath).toBe(`${b.id}.${a.id}.${leaf.id}.`)
    expect(await change(leaf.id, { parent_category_id: 'null', rank: 0 })).toMatchObject({ mpath: `${leaf.id}.` })
    expect(await below('null')).toEqual(['Leaf', 'B'])
    await expectValidTree()
  })

  test('a category cannot be moved below itself', async () => {
    const a = await add('A')
    const b = await add('B', { parent_category_id: a.id })
    const c = await add('C', { parent_category_id: b.id })
    for (const parent_category_id of [a.id, c.id]) {
      const message = `ProductCategory (${a.id}) cannot be moved below itself`
      await expectError(shop.admin.post(`${path}/${a.id}`, { parent_category_id }), 400, 'not_allowed', message)
    }
    const replies = await Promise.all([
      shop.admin.post(`${path}/${b.id}`, { parent_category_id: null }),
      shop.admin.post(`${path}/${a.id}`, { parent_category_id: c.id }),
    ])
    expect(replies[0].status).toBe(200)
    await expectValidTree()
  })

  test('simultaneous moves leave a tree without gaps and cycles', async () => {
    const categories: Category[] = []
    for (const name of ['A', 'B', 'C', 'D']) categories.push(await add(name))
    const moves = categories.flatMap(({ id }, i) => [
      shop.admin.post(`${path}/${id}`, { rank: (i * 7) % 4 }),
      shop.admin.post(`${path}/${id}`, { parent_category_id: categories[(i + 1) % 4]?.id }),
      shop.admin.post(path, { name: `New ${i}`, parent_category_id: id }),
    ])
    const statuses = (await Promise.all(moves)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
    await expectValidTree()
  })
})

test('deleting a category deletes its links and closes the gap in the ranks', async () => {
  const [a, b] = [await add('A'), await add('B')]
  const product = await shop.given.product({ categories: [{ id: a.id }, { id: b.id }] })
  const deletion = { id: a.id, object: 'product-category', deleted: true }
  for (let time = 0; time < 2; time++)
    expect(await expectSuccess(shop.admin.delete(`${path}/${a.id}`))).toEqual(deletion)
  const missing = `ProductCategory with id: ${a.id} was not found`
  await expectError(shop.admin.get(`${path}/${a.id}`), 404, 'not_found', missing)
  await expectError(shop.admin.post(`${path}/${a.id}`, {}), 404, 'not_found', missing)
  expect(await readCategory(b.id)).toMatchObject({ rank: 0 })
  const { categories } = (await expectSuccess(shop.admin.get(`/admin/products/${product.id}`))).product
  expect(names(categories)).toEqual(['B'])
  await add('Child', { parent_category_id: b.id })
  const message = `Deleting ProductCategory (${b.id}) with category children is not allowed`
  await expectError(shop.admin.delete(`${path}/${b.id}`), 400, 'not_allowed', message)
})

test('an invalid category is rejected', async () => {
  const { id } = await add('A')
  expect((await shop.post(path, { name: 'x' })).status).toBe(401)
  const wrong: [string, object, string][] = [
    [path, {}, 'name should not be empty, name must be a string'],
    [
      path,
      { name: 'B', rank: -1, is_active: 'yes' },
      'is_active must be a boolean value, rank must not be less than 0',
    ],
    [path, { name: '?!' }, 'handle should not be empty'],
    [`${path}/${id}`, { name: null }, "Can't insert null value in field name on insert in table product_category"],
  ]
  for (const [to, body, message] of wrong) await expectError(shop.admin.post(to, body), 400, 'invalid_data', message)
  const twice = 'Product_category with handle a already exists.'
  await expectError(shop.admin.post(path, { name: 'A' }), 422, 'duplicate_error', twice, 'invalid_request_error')
  const missing = 'ProductCategory with id: pcat_no was not found'
  await expectError(shop.admin.post(path, { name: 'B', parent_category_id: 'pcat_no' }), 404, 'not_found', missing)
  await expectValidTree()
})

test('a category records events', async () => {
  const { id } = await add('A')
  await change(id, { name: 'B' })
  await expectSuccess(shop.admin.delete(`${path}/${id}`))
  expect(await eventNamesOf(shop, { id })).toEqual([
    'product-category.created',
    'product-category.updated',
    'product-category.deleted',
  ])
})
