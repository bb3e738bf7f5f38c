import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, type DryRun, dryRun } from '#client/index.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const admin = () => createShopClient({ url: shop.url, token: shop.token }).admin
const effectsOf = async (run: Promise<DryRun<unknown>>) => (await run).effects
const none = { carts: 0, total: 0, refused: 0 }

async function cartWithThreeItems() {
  const region = await shop.given.region({ tax_rate: 0 })
  const product = await shop.given.product({ prices: [1000] })
  const cart = await shop.given.cart({ region, lines: [[product.variants[0], 3]] })
  const add = (changes: object) => expectSuccess(shop.post(`/store/carts/${cart.id}`, changes))
  return { region, product, add }
}

test('a change of a discount shows the new totals of open carts and the number of its products', async () => {
  const { region, add } = await cartWithThreeItems()
  const discount = await shop.given.discount(region)
  await add({ discounts: [{ code: discount.code }] })
  const rule = { id: discount.rule_id, value: 50 }
  const { carts, discounts, prices } = await effectsOf(dryRun(admin().discounts.update, { id: discount.id, rule }))
  expect(carts).toEqual([
    {
      currency_code: 'eur',
      before: { carts: 1, total: 2700, refused: 0 },
      after: { carts: 1, total: 1500, refused: 0 },
    },
  ])
  expect(discounts).toMatchObject([{ discount_id: discount.id, code: discount.code }])
  expect(discounts[0]?.before).toBe(discounts[0]?.after)
  expect(prices).toEqual([])
})

test('a disabled discount refuses the checkout of its carts, and a deleted one leaves them', async () => {
  const { region, add } = await cartWithThreeItems()
  const { id, code } = await shop.given.discount(region)
  await add({ discounts: [{ code }] })
  const disabled = await effectsOf(dryRun(admin().discounts.update, { id, is_disabled: true }))
  expect(disabled.carts).toMatchObject([{ before: { carts: 1, refused: 0 }, after: { carts: 1, refused: 1 } }])
  const deleted = await effectsOf(dryRun(admin().discounts.delete, { id }))
  expect(deleted.carts).toMatchObject([{ before: { total: 2700 }, after: { carts: 1, total: 3000, refused: 0 } }])
  expect(deleted.discounts).toMatchObject([{ code, after: null }])
})

test('conditions of each type show how many products the discount then applies to', async () => {
  const { region, product, add } = await cartWithThreeItems()
  const discount = await shop.given.discount(region)
  await add({ discounts: [{ code: discount.code }] })
  const discount_id = discount.id
  const tagged = await shop.given.product({ tags: [{ value: 'blue' }], type: { value: 'Shirt' } })
  await shop.given.product({ tags: [{ value: 'blue' }] })
  const collection = (await expectSuccess(shop.admin.post('/admin/collections', { title: 'Summer' }))).collection
  const everything = (await admin().products.list.query({ status: ['published'], limit: 1 })).count ?? 0
  const tryCondition = async (operator: 'in' | 'not_in', resources: Record<string, string[]>) =>
    effectsOf(dryRun(admin().discounts.createCondition, { discount_id, operator, ...resources }))
  const counts = async (operator: 'in' | 'not_in', resources: Record<string, string[]>) =>
    (await tryCondition(operator, resources)).discounts.map(({ before, after }) => [before, after])
  expect(await counts('in', { products: [product.id] })).toEqual([[everything, 1]])
  expect(await counts('not_in', { products: [product.id] })).toEqual([[everything, everything - 1]])
  expect(await counts('in', { product_tags: tagged.tags.map(({ id }: Identified) => id) })).toEqual([[everything, 2]])
  expect(await counts('in', { product_types: [tagged.type_id] })).toEqual([[everything, 1]])
  expect(await counts('in', { product_collections: [collection.id] })).toEqual([[everything, 0]])
  expect((await tryCondition('not_in', { products: [product.id] })).carts).toMatchObject([
    { before: { total: 2700 }, after: { total: 3000 } },
  ])
  await expectSuccess(
    shop.admin.post(`/admin/discounts/${discount_id}/conditions`, { operator: 'in', products: [tagged.id] }),
  )
  const { discount: stored } = await admin().discounts.get.query({ id: discount_id, expand: 'rule.conditions' })
  const condition_id = String(stored.rule?.conditions?.[0]?.id)
  const removed = await effectsOf(dryRun(admin().discounts.deleteCondition, { discount_id, condition_id }))
  expect(removed.discounts).toMatchObject([{ before: 1, after: everything }])
})

test('a new discount shows its products, and free shipping applies to none', async () => {
  const region = await shop.given.region()
  const input = {
    code: 'NEW',
    regions: [region.id],
    rule: { type: 'percentage' as const, value: 5, allocation: 'total' as const },
  }
  const { discounts, carts } = await effectsOf(dryRun(admin().discounts.create, input))
  expect(discounts).toMatchObject([{ code: 'NEW', before: null }])
  expect(discounts[0]?.after).toBeGreaterThan(0)
  expect(carts).toEqual([])
  const free = { ...input, rule: { ...input.rule, type: 'free_shipping' as const } }
  expect((await effectsOf(dryRun(admin().discounts.create, free))).discounts).toMatchObject([{ after: null }])
})

test('a lower balance of a gift card raises the totals of its carts', async () => {
  const { region, add } = await cartWithThreeItems()
  const { id, code } = await shop.given.giftCard(region, 1200)
  await add({ gift_cards: [{ code }] })
  const { carts } = await effectsOf(dryRun(admin().giftCards.update, { id, balance: 200 }))
  expect(carts).toEqual([
    {
      currency_code: 'eur',
      before: { carts: 1, total: 1800, refused: 0 },
      after: { carts: 1, total: 2800, refused: 0 },
    },
  ])
})

test('prices of a list show the price that buyers pay before and after', async () => {
  const [one, other] = [await shop.given.product({ prices: [1000] }), await shop.given.product({ prices: [2000] })]
  const [variant, second] = [one.variants[0], other.variants[0]]
  const prices = [{ variant_id: variant.id, currency_code: 'eur', amount: 800 }]
  const body = { name: 'Sale', description: 'Sale', type: 'sale', status: 'active', prices }
  const { price_list } = await expectSuccess(shop.admin.post('/admin/price-lists', body))
  const { id } = price_list
  const changed = [
    { id: price_list.prices[0].id, variant_id: variant.id, amount: 700 },
    { variant_id: second.id, currency_code: 'eur', amount: 1900 },
  ]
  const shown = async (run: Promise<DryRun<unknown>>) =>
    (await effectsOf(run)).prices.map(({ product_title, before, after }) => [product_title, before, after])
  expect(await shown(dryRun(admin().priceLists.addPrices, { id, prices: changed }))).toEqual([
    [one.title, 800, 700],
    [other.title, 2000, 1900],
  ])
  expect(await shown(dryRun(admin().priceLists.update, { id, status: 'draft' }))).toEqual([[one.title, 800, 1000]])
  expect(await shown(dryRun(admin().priceLists.delete, { id }))).toEqual([[one.title, 800, 1000]])
  expect(await shown(dryRun(admin().priceLists.update, { id, name: 'Other' }))).toEqual([])
})

test('a list for a group shows which buyers pay another price', async () => {
  const { variants } = await shop.given.product({ prices: [1000] })
  const region = await shop.given.region({ name: 'Alps' })
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'VIP' }))
  const prices = [{ variant_id: variants[0].id, region_id: region.id, amount: 600 }]
  const body = { name: 'All', description: 'All', type: 'sale', status: 'active', prices }
  const { id } = (await expectSuccess(shop.admin.post('/admin/price-lists', body))).price_list
  const { prices: effects } = await effectsOf(
    dryRun(admin().priceLists.update, { id, customer_groups: [{ id: customer_group.id }] }),
  )
  expect(effects).toMatchObject([{ region_name: 'Alps', customer_group_ids: [], before: 600, after: 1000 }])
})

test('an API key without the statistics sees no carts', async () => {
  const { region, add } = await cartWithThreeItems()
  const { id, code } = await shop.given.discount(region)
  await add({ discounts: [{ code }] })
  const { secret } = await admin().apiKeys.create.mutate({ name: 'Marketing', scopes: ['discounts.*'] })
  const marketing = createShopClient({ url: shop.url, token: secret }).admin
  const { carts, discounts } = await effectsOf(dryRun(marketing.discounts.update, { id, is_disabled: true }))
  expect([carts, discounts.length]).toEqual([[], 1])
  const { carts: seen } = await effectsOf(dryRun(admin().discounts.update, { id, is_disabled: true }))
  expect(seen[0]?.before).not.toEqual(none)
})
