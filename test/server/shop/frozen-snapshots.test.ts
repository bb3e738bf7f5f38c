import { pino } from 'pino'
import { expect, test } from 'vitest'
import { definePlugin, type Prices, type Rules } from '#server/plugin/plugin.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'

type Changeable = { email: string; items: { unit_price: number; metadata: { note?: string } }[] }

const CHANGES: readonly [string, (cart: Changeable) => unknown][] = [
  ['sets a column', (cart) => Object.assign(cart, { email: 'other@example.com' })],
  ['sets a price', ({ items }) => Object.assign(items[0] ?? {}, { unit_price: 1 })],
  ['removes a line', ({ items }) => items.splice(0, 1)],
  ['sorts the lines', ({ items }) => items.sort()],
  ['empties the lines', ({ items }) => Object.assign(items, { length: 0 })],
  ['adds a column', (cart) => Object.assign(cart, { rank: 1 })],
]

test.each(CHANGES)('a rule that %s of the cart fails and changes nothing', async (_, change) => {
  let isOn = false
  const rules: Rules = {
    'cart.complete': ({ cart }) => {
      if (isOn) change(untyped<Changeable>(cart))
    },
  }
  await using shop = await openTestShop({
    plugins: [definePlugin({ name: 'changing', rules })],
    logger: pino({ level: 'silent' }),
  })
  const cart = await cartWithTwoLines(shop)
  isOn = true
  expect((await shop.post(`/store/carts/${cart.id}/complete`)).status).toBe(500)
  isOn = false
  const { total } = (await shop.get(`/store/carts/${cart.id}`)).body.cart
  expect((await shop.post(`/store/carts/${cart.id}/complete`)).body.data).toMatchObject({ total })
})

test.each(CHANGES)('a price function that %s of the cart fails', async (_, change) => {
  let isOn = false
  const prices: Prices = ({ cart }) => {
    if (isOn) change(untyped<Changeable>(cart))
    return []
  }
  await using shop = await openTestShop({
    plugins: [definePlugin({ name: 'changing', prices })],
    logger: pino({ level: 'silent' }),
  })
  const cart = await cartWithTwoLines(shop)
  isOn = true
  expect((await shop.get(`/store/carts/${cart.id}`)).status).toBe(500)
})

async function cartWithTwoLines({ given }: TestShop) {
  const variants = [await given.variant(), await given.variant()] as const
  return given.payableCart({
    lines: [
      [variants[0], 1],
      [variants[1], 1],
    ],
  })
}

test('the types of snapshots refuse changes', () => {
  const rules: Rules = {
    'cart.complete': ({ cart }) => {
      // @ts-expect-error a column is read-only
      cart.email = 'other@example.com'
    },
    'cart.addLine': ({ cart }) => {
      // @ts-expect-error an array is read-only
      cart.items.sort()
    },
    'cart.updateLine': ({ line }) => {
      // @ts-expect-error a row is read-only
      line.unit_price = 1
    },
    'order.cancel': ({ order }) => {
      // @ts-expect-error an order is read-only
      order.email = 'other@example.com'
    },
  }
  const prices: Prices = ({ cart }) => {
    // @ts-expect-error the cart of a price function is read-only
    cart.items.splice(0, 1)
    return []
  }
  expect(definePlugin({ name: 'changing', rules, prices }).name).toBe('changing')
})
