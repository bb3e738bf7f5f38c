import { expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { useConsistentShop } from '#test/support/consistent-shop.ts'
import { waitForBlockedRequest } from '#test/support/send-while-locked.ts'

const { shop, region } = await useConsistentShop()

test('two orders that change their buyers at the same time cannot deadlock', async () => {
  const first = await shop.given.order({ region, email: 'ada@example.com' })
  const second = await shop.given.order({ region, email: 'bea@example.com' })
  const { reply } = await shop.orm.em.fork().transactional(async (em) => {
    await em.execute('select from "order" where id = ? for no key update', [second.id])
    // The first order makes the second one an order of a returning customer, so it needs the locked row.
    const waiting = { reply: shop.admin.post(`/admin/orders/${first.id}`, { email: 'bea@example.com' }) }
    await waitForBlockedRequest(shop)
    await em.nativeUpdate(Order, { id: second.id }, { email: 'cleo@example.com' })
    return waiting
  })
  expect((await reply).status).toBe(200)
})
