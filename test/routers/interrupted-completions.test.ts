import { expect, test } from 'vitest'
import { Conflict } from '#entities/errors.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { cartPath, useCardShop } from '#test/support/card-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { endPaymentLeases } from '#test/support/remote-bank.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/* A completion with a payment over the network has a second transaction after the response of the provider. */

const cardShop = await useCardShop()
const { queues } = cardShop.shop

/** Fills a queue. Returns the function that empties it. */
function fill(queue: string, capacity: number): Promise<() => void> {
  const place = { queue, capacity, maxWaiting: 0, refuse: () => new Conflict() }
  return queues.enter(
    Array.from({ length: capacity }, () => place),
    {},
  )
}

test('a client that disconnects after the payment gets its order', async () => {
  const { cart } = await cardShop.cartPaidBy({ card: 'slow' })
  const client = new AbortController()
  const aborted = fetch(`${cardShop.shop.url}${cartPath(cart)}/complete`, { method: 'POST', signal: client.signal })
  await cardShop.untilAuthorizing()
  const leave = await fill(`row ${cart.id}`, 1)
  cardShop.releaseSlowCards()
  await waitUntil(() => queues.waiting === 1)
  client.abort()
  await expect(aborted).rejects.toThrow('aborted')
  // The server handles the disconnect before it answers these requests.
  for (let i = 0; i < 5; i++) expect((await cardShop.readCart(cart)).completed_at).toBeNull()
  expect(queues.waiting).toBe(1)
  leave()
  await waitUntil(async () => (await cardShop.readCart(cart)).completed_at !== null)
  expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'authorized' }])
})

test('a payment is canceled if the gift card pays another amount after the response of the provider', async () => {
  const { shop, region } = cardShop
  const [card, discount] = await Promise.all([
    shop.given.giftCard(region, 500),
    shop.given.discount(region, { type: 'fixed', value: 100 }),
  ])
  const cart = await shop.given.payableCart({ region, gift_cards: [card.code], discounts: [discount.code] })
  await cardShop.setCard(cart, { card: 'slow' })
  const completed = cardShop.completeCart(cart)
  await cardShop.untilAuthorizing()
  await changeRows(shop, GiftCard, { id: card.id }, { balance: 300 })
  await expectSuccess(
    shop.admin.post(`/admin/discounts/${discount.id}`, { rule: { id: discount.rule_id, value: 300 } }),
  )
  cardShop.releaseSlowCards()
  expect((await completed).body).toMatchObject({
    type: 'cart',
    payment_status: 'requires_more',
    data: { total: cart.total, gift_card_total: 300 },
  })
  expect(await cardShop.reconcile()).toEqual([])
  expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'canceled' }])
})

test.each([
  ['completions', 5],
  ['its cart', 1],
])('a completion that waits too long for %s after the payment leads to 503 and may have succeeded', async (what, capacity) => {
  const { cart } = await cardShop.cartPaidBy({ card: 'slow' })
  const completed = cardShop.completeCart(cart)
  await cardShop.untilAuthorizing()
  const leave = await fill(what === 'its cart' ? `row ${cart.id}` : what, capacity)
  const { maxWaitMs } = queues.limits
  queues.limits.maxWaitMs = 0
  cardShop.releaseSlowCards()
  const { status, headers, body } = await completed
  queues.limits.maxWaitMs = maxWaitMs
  leave()
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(body.message).toContain('may or may not have succeeded')
  await endPaymentLeases(cardShop.shop)
  expect((await cardShop.completeCart(cart)).body.type).toBe('order')
  expect(cardShop.chargesOf(cart)).toMatchObject([{ status: 'authorized' }])
})
