import { afterAll, beforeEach, expect, test } from 'vitest'
import { Cart } from '#entities/cart/cart/cart.ts'
import { deleteExpiredCarts } from '#entities/cart/cart/delete-expired-carts.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { hostedBank } from '#test/support/hosted-bank.ts'
import { useHostedBank } from '#test/support/hosted-shop.ts'
import { openTestShop } from '#test/support/shop.ts'

const bank = hostedBank()
const { shop, openCart } = await useHostedBank(bank, async (options) => {
  const opened = await openTestShop(options)
  return { shop: opened, region: await opened.given.region() }
})
afterAll(() => shop[Symbol.asyncDispose]())

let id: string
beforeEach(async () => {
  const { cart } = await openCart()
  id = cart.id
  const at = daysAgo(31)
  await changeRows(shop, LineItem, { cart_id: id }, { updated_at: at })
  await changeRows(shop, PaymentSession, { cart_id: id }, { updated_at: at })
  await changeRows(shop, Cart, { id }, { updated_at: at })
})

const expire = () => deleteExpiredCarts(shop.orm.em.fork(), shop.jobs.providers.payment, { days: 30 })
const isKept = async () => (await shop.orm.em.fork().count(Cart, { id }, { filters: false })) === 1
const statusAtBank = () => bank.paymentsOf({ id }).at(-1)?.status

test('the provider cancels the open payment of an expired cart, so that it cannot be paid later', async () => {
  await expire()
  expect([await isKept(), statusAtBank()]).toEqual([false, 'canceled'])
})

test.each([
  'authorized',
  'captured',
] as const)('an %s payment of a cart without a completion is returned', async (status) => {
  const payment = bank.pay({ id }, status)
  await expire()
  expect(await isKept()).toBe(false)
  expect([payment.status, ...payment.refunds.values()]).toEqual(
    status === 'captured' ? ['captured', payment.amount] : ['canceled'],
  )
})

test('a cart stays while its provider cannot be reached, and other carts are deleted', async () => {
  const other = await shop.given.cart({ region: await shop.given.region() })
  await changeRows(shop, LineItem, { cart_id: other.id }, { updated_at: daysAgo(31) })
  await changeRows(shop, Cart, { id: other.id }, { updated_at: daysAgo(31) })
  bank.fault = 'hang'
  await expect(expire()).rejects.toThrow()
  expect([await isKept(), statusAtBank()]).toEqual([true, 'requires_more'])
  expect(await shop.orm.em.fork().count(Cart, { id: other.id }, { filters: false })).toBe(0)
})
