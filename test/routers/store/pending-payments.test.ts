import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { createApp } from '#server/http/app.ts'
import { listen } from '#server/process/listen.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { cartPath, expectRetryableError, useCardShop } from '#test/support/card-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { shopConfig } from '#test/support/shop.ts'

const cardShop = await useCardShop()

describe('pending authorizations', () => {
  test('a pending authorization blocks changes of its cart but not reads', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'slow' })
    const completed = cardShop.completeCart(cart)
    await cardShop.untilAuthorizing()
    await expectRetryableError(cardShop.shop.post(cartPath(cart), { email: 'bob@example.com' }))
    await expectRetryableError(cardShop.shop.delete(`${cartPath(cart)}/line-items/${cart.items[0].id}`))
    await expectRetryableError(cardShop.shop.post(`${cartPath(cart)}/payment-session`, { provider_id: 'manual' }))
    const ada = await cardShop.shop.given.customer()
    expect((await ada.get(cartPath(cart))).body.cart).toMatchObject({
      customer_id: cart.customer_id,
      completed_at: null,
    })
    cardShop.releaseSlowCards()
    expect((await completed).body).toMatchObject({ type: 'order', data: { email: cart.email } })
  })

  test('simultaneous completions, also on another server, return the same order', async () => {
    await using other = await openSecondServer()
    const { cart } = await cardShop.cartPaidBy({ card: 'slow' })
    const completions = Promise.all([
      ...[1, 2, 3].map(() => cardShop.completeCart(cart)),
      ...[1, 2, 3].map(() => other.visitor.post(`${cartPath(cart)}/complete`)),
    ])
    await cardShop.untilAuthorizing()
    cardShop.releaseSlowCards()
    const replies = await completions
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect(cardShop.bank.authorizeCalls).toBe(1)
  })

  test.each([
    ['silent', 409],
    ['declined', 400],
  ])('simultaneous completions return the same error for a %s card', async (card, status) => {
    const { cart } = await cardShop.cartPaidBy({ card }, cardShop.impatientBank)
    const [first, ...others] = await Promise.all([
      cardShop.completeCart(cart),
      cardShop.completeCart(cart),
      cardShop.completeCart(cart),
    ])
    expect(first.status).toBe(status)
    for (const other of others) expect([other.status, other.body]).toEqual([status, first.body])
  })

  test('an authorization is canceled if the stock is sold out, and can be repeated', async () => {
    const { cart, variant } = await cardShop.cartPaidBy({ card: 'slow' })
    const completed = cardShop.completeCart(cart)
    await cardShop.untilAuthorizing()
    await cardShop.setStock(variant, 1)
    cardShop.releaseSlowCards()
    expect(await completed).toMatchObject({ status: 409, body: { errors: [{ code: 'insufficient_inventory' }] } })
    expect(await cardShop.stockOf(variant)).toBe(1)
    expect(await cardShop.statusesOf(cart)).toEqual(['canceled'])
    expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
    expect(await cardShop.readCart(cart)).toMatchObject({ completed_at: null, payment_authorized_at: null })
    await cardShop.setStock(variant, 2)
    expect((await cardShop.completeCart(cart)).body.type).toBe('order')
    expect(await cardShop.statusesOf(cart)).toEqual(['canceled', 'completed'])
  })

  test('an authorization is canceled if the total of the cart has changed', async () => {
    const { cart } = await cardShop.cartPaidBy({ card: 'slow' })
    const completed = cardShop.completeCart(cart)
    await cardShop.untilAuthorizing()
    await changeRows(cardShop.shop, LineItem, { cart_id: cart.id }, { unit_price: 1100 })
    cardShop.releaseSlowCards()
    expect((await completed).body).toMatchObject({
      type: 'cart',
      payment_status: 'requires_more',
      data: { total: 2640, payment_session: { amount: 2640 } },
    })
    expect(cardShop.chargesOf(cart)).toMatchObject([{ amount: 2400, status: 'canceled' }])
    expect((await cardShop.completeCart(cart)).body).toMatchObject({
      type: 'order',
      data: { total: 2640, paid_total: 2640 },
    })
  })
})

/** Starts a second server of the same shop with the same providers. */
async function openSecondServer(): Promise<AsyncDisposable & { visitor: CookieClient }> {
  const orm = await openDatabase(cardShop.shop.databaseUrl)
  const app = createApp({
    orm,
    parts: { ...coreParts, providers: cardShop.providers },
    files: cardShop.shop.files,
    config: shopConfig,
  })
  const server = await listen(createServer(app), { host: '127.0.0.1', port: 0 })
  return {
    visitor: new CookieClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await orm.close()
    },
  }
}
