import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cart } from '#entities/cart/cart/cart.ts'
import { deleteExpiredCarts } from '#entities/cart/cart/delete-expired-carts.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { Address } from '#entities/people/customer/address.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

const em = () => shop.orm.em.fork()
const expire = (of = shop) => deleteExpiredCarts(of.orm.em.fork(), of.jobs.providers.payment, { days: 30 })

async function age(id: string, days: number): Promise<void> {
  const at = daysAgo(days)
  await changeRows(shop, LineItem, { cart_id: id }, { updated_at: at })
  await changeRows(shop, PaymentSession, { cart_id: id }, { updated_at: at })
  await changeRows(shop, Cart, { id }, { updated_at: at })
}

const isKept = async (id: string) => (await em().count(Cart, { id }, { filters: false })) === 1

test('an old cart is deleted with its lines, sessions and addresses, and a younger one stays', async () => {
  const [old, young] = [await shop.given.payableCart({ region }), await shop.given.payableCart({ region })]
  await age(old.id, 31)
  await age(young.id, 29)
  const addresses = await em().count(Address, {}, { filters: false })
  await expire()
  expect([await isKept(old.id), await isKept(young.id)]).toEqual([false, true])
  expect(await em().count(LineItem, { cart_id: old.id }, { filters: false })).toBe(0)
  expect(await em().count(PaymentSession, { cart_id: old.id })).toBe(0)
  expect(await em().count(Address, {}, { filters: false })).toBeLessThan(addresses)
  expect((await shop.get(`/store/carts/${old.id}`)).status).toBe(404)
  await expectSuccess(shop.post(`/store/carts/${young.id}/complete`))
})

test('more carts than a batch are deleted', async () => {
  const ids = []
  for (let i = 0; i < 3; i++) ids.push((await shop.given.cart({ region })).id)
  for (const id of ids) await age(id, 40)
  await expire()
  expect(await Promise.all(ids.map(isKept))).toEqual([false, false, false])
})

test('carts with a recently changed line stay', async () => {
  const cart = await shop.given.payableCart({ region })
  await age(cart.id, 40)
  await changeRows(shop, LineItem, { cart_id: cart.id }, { updated_at: daysAgo(1) })
  await expire()
  expect(await isKept(cart.id)).toBe(true)
})

test('carts of orders, draft orders and authorized sessions stay', async () => {
  const { cart } = await shop.given.completedCart({ region })
  const draft = await shop.given.draftOrder({ region })
  const authorized = await shop.given.payableCart({ region })
  for (const id of [cart.id, draft.cart_id!, authorized.id]) await age(id, 400)
  await changeRows(shop, PaymentSession, { cart_id: authorized.id }, { status: 'authorized' })
  await expire()
  expect(await Promise.all([cart.id, draft.cart_id!, authorized.id].map(isKept))).toEqual([true, true, true])
})
