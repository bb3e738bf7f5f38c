import { afterAll, beforeAll, expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { type Contender, orderTotalsOf, prepareContender, totalsOf } from '../../bench/compare/contender.ts'
import { type RunningProgram, startFloor } from '../../bench/server.ts'
import { setUpShop } from '../../bench/shop.ts'
import { assertSameAnswers } from '../../bench/visit/agree.ts'
import { prepareContender as prepareVisits } from '../../bench/visit/contender.ts'
import { setUpVisitShop } from '../../bench/visit/shop.ts'

/* Benchmarks compare the shop with the floor, so the floor has to do the work of a checkout. */

let shop: TestShop
let floor: RunningProgram
let own: Contender
let bare: Contender
beforeAll(async () => {
  shop = await openTestShop()
  floor = await startFloor(shop.databaseUrl)
  const login = { url: shop.url, email: 'admin@example.com', password: 'correct horse' }
  const sold = await setUpShop(login)
  own = await prepareContender({ program: 'own', url: shop.url, pid: undefined, shop: sold }, 3)
  bare = await prepareContender({ program: 'floor', url: floor.url, pid: undefined, shop: sold }, 3)
})
afterAll(async () => {
  await floor[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

test('the floor commits orders durably, and changes of carts only with `areCartsDurable`', async () => {
  await using durable = await startFloor(shop.databaseUrl, { areCartsDurable: true })
  const commitsOf = async (url: string) => (await fetch(`${url}/commits`)).json()
  expect(await commitsOf(floor.url)).toEqual({ carts: 'off', orders: 'on' })
  expect(await commitsOf(durable.url)).toEqual({ carts: 'on', orders: 'on' })
})

const complete = (cart: string | undefined) => fetch(`${floor.url}/store/carts/${cart}/complete`, { method: 'POST' })

test('the carts and orders of the floor have the totals of the shop', async () => {
  expect(await totalsOf(bare)).toEqual(await totalsOf(own))
  expect(await orderTotalsOf(bare)).toEqual(await orderTotalsOf(own))
})

test('the catalogue of the floor has the products, prices, counts and facets of the shop', async () => {
  const login = { url: shop.url, email: 'admin@example.com', password: 'correct horse' }
  const visited = await setUpVisitShop(login, 20)
  const address = { pid: undefined, databaseUrl: shop.databaseUrl }
  await assertSameAnswers([
    await prepareVisits({ program: 'own', url: shop.url, ...address }, visited, login),
    await prepareVisits({ program: 'floor', url: floor.url, ...address }, visited, undefined),
  ])
})

test('concurrent completions of a cart create one order', async () => {
  const replies = await Promise.all([1, 2, 3, 4].map(() => complete(bare.carts[1])))
  const orders = await Promise.all(
    replies.map(async (reply) => ((await reply.json()) as { data: { id: string } }).data.id),
  )
  expect(new Set(orders).size).toBe(1)
})

test('only one of two concurrent checkouts sells the last items', async () => {
  // Both carts hold the same three variants.
  const carts = [own.carts[2], bare.carts[2]]
  const lines = await shop.orm.em.fork().find(LineItem, { cart_id: carts[1] })
  for (const { variant_id, quantity } of lines) await shop.given.stock({ id: variant_id! }, quantity)
  const replies = await Promise.all([complete(carts[0]), complete(carts[1])])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 500])
  const [left] = await executeSql(
    shop.databaseUrl,
    `select sum(v.inventory_quantity)::int as units from product_variant v join line_item li on li.variant_id = v.id
     where li.cart_id = '${carts[1]}'`,
  )
  expect(left).toEqual({ units: 0 })
})
