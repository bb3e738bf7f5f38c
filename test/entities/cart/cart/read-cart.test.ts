import type { EntityClass } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { Cart } from '#entities/cart/cart/cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { Address } from '#entities/people/customer/address.ts'
import { useCardShop } from '#test/support/card-shop.ts'

const till = await useCardShop()

test('a cart is read with each column of its rows', async () => {
  const { cart } = await till.cartPaidBy({ card: 'good' })
  const em = till.shop.orm.em.fork()
  const snapshot = await readCart(em, cart.id)
  const rows: [EntityClass<object>, object | null | undefined][] = [
    [Cart, snapshot],
    [Address, snapshot.shipping_address],
    [LineItem, snapshot.items[0]],
    [PaymentSession, snapshot.payment_sessions[0]],
  ]
  for (const [entity, row] of rows) {
    const columns = em.getMetadata(entity).props.filter(({ kind, persist }) => kind === 'scalar' && persist !== false)
    expect.soft(Object.keys(row ?? {}), entity.name).toEqual(expect.arrayContaining(columns.map(({ name }) => name)))
  }
})
