import type { EntityManager } from '@mikro-orm/postgresql'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { lockRow } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { definePlugin, type Rules } from '#server/plugin/plugin.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const selectOrders = statement<{ count: number }>('select count(*)::int as count from "order" o where o.id = $1')
const clearCart = statement(`update cart set email = null where id = $1`)

const WRITES: readonly [string, (em: EntityManager, cart: { id: string }) => unknown][] = [
  ['em.execute', (em, { id }) => em.execute('update "cart" set email = null where id = ?', [id])],
  ['a statement', (em, { id }) => clearCart(em, id)],
  ['a batch', (em, { id }) => batch(em, selectOrders.with(id), clearCart.with(id))],
  [
    'a deletion inside of a query',
    (em, { id }) => em.execute('with d as (delete from line_item where cart_id = ? returning 1) select 1', [id]),
  ],
  ['nativeUpdate', (em, { id }) => em.nativeUpdate(Cart, { id }, { email: null })],
  ['an announcement', (em, { id }) => announce(em, 'order.placed', { id })],
  [
    'Kysely',
    (em, { id }) => em.getKysely<Tables>().updateTable('cart').set({ email: null }).where('id', '=', id).execute(),
  ],
]
interface Tables {
  cart: { id: string; email: string | null }
}

test.each(WRITES)('a rule that writes by %s fails and changes nothing', async (_, write) => {
  let isOn = false
  const rules: Rules = {
    'cart.complete': async ({ em, cart }) => {
      await lockRow(em, Cart, { id: cart.id })
      await selectOrders(em, cart.id)
      if (isOn) await write(em, cart)
    },
  }
  await using shop = await openTestShop({
    plugins: [definePlugin({ name: 'writing', rules })],
    logger: pino({ level: 'silent' }),
  })
  const cart = await shop.given.payableCart()
  isOn = true
  expect((await shop.post(`/store/carts/${cart.id}/complete`)).status).toBe(500)
  isOn = false
  const { email, items } = (await shop.get(`/store/carts/${cart.id}`)).body.cart
  expect([email, items]).toMatchObject([cart.email, [{}]])
  await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))
})
