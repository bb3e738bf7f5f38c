import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventNamesOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.orm.em.fork().execute('delete from product_category')
})

const path = '/admin/product-categories'
const categoryIn = async (answer: Promise<Json>): Promise<Json> => (await expectSuccess(answer)).product_category
const add = (name: string, over: object = {}) => categoryIn(shop.admin.post(path, { name, ...over }))
const change = (id: string, body: object) => categoryIn(shop.admin.post(`${path}/${id}`, body))
const read = (id: string) => categoryIn(shop.admin.get(`${path}/${id}`))
const list = (query: string) => expectSuccess(shop.admin.get(`${path}?${query}`))
const names = (rows: Json[]) => rows.map(({ name }) => name)
const below = async (parent: string) => names((await list(`parent_category_id=${parent}`)).product_categories)
/** Every parent's children have the ranks 0, 1, 2, … and every path leads from the root. */
async function isWhole() {
  const { product_categories: all } = await list('limit=1000')
  for (const siblings of Map.groupBy(all as Json[], (one) => one.parent_category_id).values())
    expect(siblings.map(({ rank }) => rank)).toEqual(siblings.map((_, i) => i))
  for (const { id, mpath, parent_category } of all) expect(mpath).toBe(`${parent_category?.mpath ?? ''}${id}.`)
}

test('a category is made last among those of its parent, with a handle of its name', async () => {
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
  await isWhole()
})

test('a category is read with all that descends from it, and listed with its children', async () => {
  const { id } = await add('A')
  const b = await add('B', { parent_category_id: id })
  await add('D', { parent_category_id: id })
  await add('C', { parent_category_id: b.id })
  const { category_children } = await read(id)
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

test('categories are found by words, handle and what they are for', async () => {
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

describe('a category that moves', () => {
  test('changes places with its siblings and leaves no gap', async () => {
    const [a, , c] = [await add('A'), await add('B'), await add('C')]
    await change(c.id, { rank: 0 })
    expect(await below('null')).toEqual(['C', 'A', 'B'])
    await change(c.id, { rank: 1, name: 'Cc' })
    expect(await below('null')).toEqual(['A', 'Cc', 'B'])
    expect(await change(a.id, { rank: 99 })).toMatchObject({ rank: 2 })
    expect(await below('null')).toEqual(['Cc', 'B', 'A'])
    await isWhole()
  })

  test('takes along what descends from it, and comes last where no rank is given', async () => {
    const [a, b] = [await add('A'), await add('B')]
    const leaf = await add('Leaf', { parent_category_id: a.id })
    await add('Other', { parent_category_id: b.id })
    expect(await change(a.id, { parent_category_id: b.id })).toMatchObject({ rank: 1, mpath: `${b.id}.${a.id}.` })
    expect((await read(leaf.id)).mpath).toBe(`${b.id}.${a.id}.${leaf.id}.`)
    expect(await change(leaf.id, { parent_category_id: 'null', rank: 0 })).toMatchObject({ mpath: `${leaf.id}.` })
    expect(await below('null')).toEqual(['Leaf', 'B'])
    await isWhole()
  })

  test('never comes below itself', async () => {
    const a = await add('A')
    const b = await add('B', { parent_category_id: a.id })
    const c = await add('C', { parent_category_id: b.id })
    for (const parent_category_id of [a.id, c.id]) {
      const message = `ProductCategory (${a.id}) cannot be moved below itself`
      await expectError(shop.admin.post(`${path}/${a.id}`, { parent_category_id }), 400, 'not_allowed', message)
    }
    const both = await Promise.all([
      shop.admin.post(`${path}/${b.id}`, { parent_category_id: null }),
      shop.admin.post(`${path}/${a.id}`, { parent_category_id: c.id }),
    ])
    expect(both[0].status).toBe(200)
    await isWhole()
  })

  test('finds a tree without gaps and circles when many move at once', async () => {
    const made: Json[] = []
    for (const name of ['A', 'B', 'C', 'D']) made.push(await add(name))
    const moves = made.flatMap(({ id }, i) => [
      shop.admin.post(`${path}/${id}`, { rank: (i * 7) % 4 }),
      shop.admin.post(`${path}/${id}`, { parent_category_id: made[(i + 1) % 4].id }),
      shop.admin.post(path, { name: `New ${i}`, parent_category_id: id }),
    ])
    const statuses = (await Promise.all(moves)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
    await isWhole()
  })
})

test('a deleted category is gone with its links, and those behind it move up', async () => {
  const [a, b] = [await add('A'), await add('B')]
  const product = await shop.given.product({ categories: [{ id: a.id }, { id: b.id }] })
  const gone = { id: a.id, object: 'product-category', deleted: true }
  for (let time = 0; time < 2; time++) expect(await expectSuccess(shop.admin.delete(`${path}/${a.id}`))).toEqual(gone)
  const missing = `ProductCategory with id: ${a.id} was not found`
  await expectError(shop.admin.get(`${path}/${a.id}`), 404, 'not_found', missing)
  await expectError(shop.admin.post(`${path}/${a.id}`, {}), 404, 'not_found', missing)
  expect(await read(b.id)).toMatchObject({ rank: 0 })
  const { categories } = (await expectSuccess(shop.admin.get(`/admin/products/${product.id}`))).product
  expect(names(categories)).toEqual(['B'])
  await add('Child', { parent_category_id: b.id })
  const message = `Deleting ProductCategory (${b.id}) with category children is not allowed`
  await expectError(shop.admin.delete(`${path}/${b.id}`), 400, 'not_allowed', message)
})

test('a category that cannot be is refused', async () => {
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
  await isWhole()
})

test('a category tells what happens to it', async () => {
  const { id } = await add('A')
  await change(id, { name: 'B' })
  await expectSuccess(shop.admin.delete(`${path}/${id}`))
  expect(await eventNamesOf(shop, { id })).toEqual([
    'product-category.created',
    'product-category.updated',
    'product-category.deleted',
  ])
})
