import { expect, test } from 'vitest'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { vocabularyOf } from '#server/testing/hostile/vocabulary.ts'
import { callersOf } from '../suites/hostile/callers.ts'
import { sweepQueries } from '../suites/hostile/changing-queries.ts'
import { furnish } from '../suites/hostile/furnish.ts'
import type { Administrator } from '../suites/race/shop.ts'
import { balancePlugin } from '../support/balance-plugin.ts'
import { expectSuccess } from '../support/expect-success.ts'
import { runJob, storeFile } from '../support/jobs.ts'
import { populateShop } from '../support/populate-shop.ts'
import { openTestShop, SESSION_SECRET, type TestShop } from '../support/shop.ts'

/* A short run of `npm run hostile -- --part queries`. */

test('no query changes the database', async () => {
  await using shop = await openTestShop({ plugins: [balancePlugin] })
  await populateShop(shop)
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const order = await shop.given.order({ region, option })
  const card = await shop.given.giftCard(region, 100)
  const discount = await shop.given.discount(region)
  const cart = await shop.given.payableCart({ region })
  const buyer = await shop.given.customer()
  const credit = { customer_id: buyer.id, kind: 'store-credit', currency_code: region.currency_code, amount: 100 }
  await expectSuccess(shop.admin.post('/admin/balances', { ...credit, note: 'Late delivery' }))
  const { id } = await shop.given.payableCart({ region, by: buyer })
  const imported = await importedRows(shop)
  const known = {
    ...imported,
    ...(await furnish(administrator(shop), { order, cart, card, discount })),
    'store.carts.getTenders': { id },
    'admin.discounts.simulated': { id: (await runJob(shop, 'simulation', { discount_id: discount.id })).id },
  }
  await enableInventory(shop.orm)
  const swept = await sweepQueries({
    url: shop.url,
    vocabulary: await vocabularyOf(shop.orm),
    callers: {
      ...(await callersOf(shop.orm, { secret: SESSION_SECRET, token: shop.token })()),
      customer: buyer.headers,
    },
    known,
    query: (sql) => shop.orm.em.fork().execute(sql),
    plainInputs: 3,
    richInputs: 0,
    seed: 7,
  })
  expect(swept.length).toBeGreaterThan(100)
  const unanswered = swept.filter(({ answered }) => answered === 0).map(({ procedure }) => procedure)
  // They need a mail that was sent, and a plugin field with a file of the customer.
  expect(unanswered).toEqual(['admin.notifications.preview', 'store.customers.downloadUrl'])
  expect(swept.flatMap(({ findings }) => findings)).toEqual([])
})

const administrator =
  ({ admin }: TestShop): Administrator =>
  (method, path, body) =>
    method === 'GET' ? admin.get(path) : admin.post(path, body)

/** The queries of rows that only imports create. */
async function importedRows(shop: TestShop) {
  const importFile = async (type: string, text: string) =>
    runJob(shop, type, { fileKey: await storeFile(shop, text), currency: 'eur' })
  await importFile('customer-import', 'Email,Accepts Email Marketing\nold@example.com,yes\n')
  await importFile(
    'past-order-import',
    'Name,Email,Created at,Total,Currency,Lineitem name,Lineitem quantity\n#1,old@example.com,2024-01-01,5.00,EUR,Mug,1\n',
  )
  const { past_orders } = await expectSuccess(shop.admin.get('/admin/past-orders'))
  const [{ id, customer_id }] = past_orders
  return { 'admin.orders.getPast': { id }, 'admin.customers.imported': { customer_id } }
}
