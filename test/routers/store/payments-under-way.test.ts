import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { createApp } from '#server/http/app.ts'
import { listen } from '#server/process/listen.ts'
import { cartPath, expectRetryableError, useCardShop } from '#test/support/card-shop.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { shopConfig } from '#test/support/shop.ts'

const till = await useCardShop()

describe('while the provider is asked', () => {
  test('the cart refuses changes, and is read as it is', async () => {
    const { cart } = await till.cartPaidBy({ card: 'slow' })
    const completed = till.completeCart(cart)
    await till.untilAuthorizing()
    await expectRetryableError(till.shop.post(cartPath(cart), { email: 'bob@example.com' }))
    await expectRetryableError(till.shop.delete(`${cartPath(cart)}/line-items/${cart.items[0].id}`))
    await expectRetryableError(till.shop.post(`${cartPath(cart)}/payment-session`, { provider_id: 'manual' }))
    const ada = await till.shop.given.customer()
    expect((await ada.get(cartPath(cart))).body.cart).toMatchObject({
      customer_id: cart.customer_id,
      completed_at: null,
    })
    till.releaseSlowCards()
    expect((await completed).body).toMatchObject({ type: 'order', data: { email: cart.email } })
  })

  test('other completions wait, on other servers too, and all answer the same order', async () => {
    await using other = await openSecondServer()
    const { cart } = await till.cartPaidBy({ card: 'slow' })
    const completions = Promise.all([
      ...[1, 2, 3].map(() => till.completeCart(cart)),
      ...[1, 2, 3].map(() => other.visitor.post(`${cartPath(cart)}/complete`)),
    ])
    await till.untilAuthorizing()
    till.releaseSlowCards()
    const replies = await completions
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect(till.bank.authorizeCalls).toBe(1)
  })

  test.each([
    ['silent', 409],
    ['declined', 400],
  ])('other completions hear the same of a card that is %s', async (card, status) => {
    const { cart } = await till.cartPaidBy({ card }, till.impatientBank)
    const [first, ...others] = await Promise.all([
      till.completeCart(cart),
      till.completeCart(cart),
      till.completeCart(cart),
    ])
    expect(first.status).toBe(status)
    for (const other of others) expect([other.status, other.body]).toEqual([status, first.body])
  })

  test('goods may go to somebody else: the payment is cancelled, and may be made again', async () => {
    const { cart, variant } = await till.cartPaidBy({ card: 'slow' })
    const completed = till.completeCart(cart)
    await till.untilAuthorizing()
    await till.setStock(variant, 1)
    till.releaseSlowCards()
    expect(await completed).toMatchObject({ status: 409, body: { errors: [{ code: 'insufficient_inventory' }] } })
    expect(await till.stockOf(variant)).toBe(1)
    expect(await till.statusesOf(cart)).toEqual(['canceled'])
    expect(till.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
    expect(await till.readCart(cart)).toMatchObject({ completed_at: null, payment_authorized_at: null })
    await till.setStock(variant, 2)
    expect((await till.completeCart(cart)).body.type).toBe('order')
    expect(await till.statusesOf(cart)).toEqual(['canceled', 'completed'])
  })

  test('the cart may come to cost something else: the customer has to agree again', async () => {
    const { cart } = await till.cartPaidBy({ card: 'slow' })
    const completed = till.completeCart(cart)
    await till.untilAuthorizing()
    await till.rows('update line_item set unit_price = 1100 where cart_id = ?', [cart.id])
    till.releaseSlowCards()
    expect((await completed).body).toMatchObject({
      type: 'cart',
      payment_status: 'requires_more',
      data: { total: 2640, payment_session: { amount: 2640 } },
    })
    expect(till.chargesOf(cart)).toMatchObject([{ amount: 2400, status: 'canceled' }])
    expect((await till.completeCart(cart)).body).toMatchObject({
      type: 'order',
      data: { total: 2640, paid_total: 2640 },
    })
  })
})

/** Another server of the same till.shop, which asks the same provider. */
async function openSecondServer(): Promise<AsyncDisposable & { visitor: CookieClient }> {
  const orm = await openDatabase(till.shop.databaseUrl)
  const app = createApp({ orm, providers: till.providers, files: till.shop.files, config: shopConfig })
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
