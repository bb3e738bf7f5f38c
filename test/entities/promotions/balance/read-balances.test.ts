import { expect, test } from 'vitest'
import { inTransaction } from '#database/transaction.ts'
import { lockChosenBalances } from '#entities/promotions/balance/read-balances.ts'
import { useBalanceShop } from '#test/support/balance-shop.ts'
import { waitForBlockedRequest } from '#test/support/send-while-locked.ts'

const { shop, region, grant, givenCustomer } = await useBalanceShop()

test('an account that is opened while a completion waits for the others does not pay', async () => {
  const customer = await givenCustomer({ points: 10 })
  const list = ['points', 'store-credit'].map((kind) => ({ kind, max_amount: null }))
  const tenders = { customer_id: customer.id, currency_code: region.currency_code, list }
  const lockBalances = () => inTransaction(shop.orm.em.fork(), (em) => lockChosenBalances(em, tenders))
  const { waiting } = await shop.orm.em.fork().transactional(async (em) => {
    await em.execute('select from balance_account where customer_id = ? for no key update', [customer.id])
    const waiting = lockBalances()
    await waitForBlockedRequest(shop)
    await grant(customer, 'store-credit', 500)
    return { waiting }
  })
  expect(await waiting).toMatchObject([{ kind: 'points', units: 10 }])
  expect(await lockBalances()).toMatchObject([{ kind: 'points' }, { kind: 'store-credit', units: 500 }])
})
