import { expect, test } from 'vitest'
import { Conflict } from '#entities/errors.ts'
import { cartPath, useCardShop } from '#test/support/card-shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/* A completion whose payment is asked for over the network has a second transaction after the answer of the provider. */

const till = await useCardShop()
const { queues } = till.shop

/** Takes all places of a queue. Returns the function that leaves them. */
function fill(queue: string, capacity: number): Promise<() => void> {
  const place = { queue, capacity, waiting: 0, refuse: () => new Conflict() }
  return queues.enter(
    Array.from({ length: capacity }, () => place),
    {},
  )
}

test('a client that disconnects after the payment gets its order', async () => {
  const { cart } = await till.cartPaidBy({ card: 'slow' })
  const client = new AbortController()
  const gone = fetch(`${till.shop.url}${cartPath(cart)}/complete`, { method: 'POST', signal: client.signal })
  await till.untilAuthorizing()
  const leave = await fill(`row ${cart.id}`, 1)
  till.releaseSlowCards()
  await waitUntil(() => queues.waiting === 1)
  client.abort()
  await expect(gone).rejects.toThrow('aborted')
  // The server handles the disconnect before it answers these requests.
  for (let i = 0; i < 5; i++) expect((await till.readCart(cart)).completed_at).toBeNull()
  expect(queues.waiting).toBe(1)
  leave()
  await waitUntil(async () => (await till.readCart(cart)).completed_at !== null)
  expect(till.chargesOf(cart)).toMatchObject([{ status: 'authorized' }])
})

test('a completion that waits too long after the payment may have been done: 503', async () => {
  const { cart } = await till.cartPaidBy({ card: 'slow' })
  const completed = till.completeCart(cart)
  await till.untilAuthorizing()
  const leave = await fill('completions', 5)
  const { patience } = queues.limits
  queues.limits.patience = 0
  till.releaseSlowCards()
  const { status, headers, body } = await completed
  queues.limits.patience = patience
  leave()
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(body.message).toContain('this may or may not have succeeded')
  await till.rows('update payment_attempt set asked_until = null')
  expect((await till.completeCart(cart)).body.type).toBe('order')
  expect(till.chargesOf(cart)).toMatchObject([{ status: 'authorized' }])
})
