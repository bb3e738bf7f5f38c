import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { appRouter } from '#routers/index.ts'
import { manualFulfillment, manualPayment } from '#server/providers/manual.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'

/* Which transactions wait for the disk. A deferred trigger records `synchronous_commit` at the commit. */

const remote = { timeoutMs: 10_000 }
const bank = { ...manualPayment, id: 'bank', remote: { ...remote, outcomeOf: async () => undefined } }
const carrier = { ...manualFulfillment, remote, canCalculate: async () => true, calculatePrice: async () => 100 }

let shop: TestShop
let region: Region
let option: ShippingOption
let withBank: Region
beforeAll(async () => {
  shop = await openTestShop({ providers: { ...providersWith(bank), fulfillment: new Map([['manual', carrier]]) } })
  region = await shop.given.region()
  option = await shop.given.shippingOption(region, { price_type: 'calculated', amount: null })
  withBank = await shop.given.region({ payment_providers: [bank.id] })
  await execute('create table ended (waits boolean)')
  await execute(`
    create function note_end() returns trigger language plpgsql as $$ begin
      insert into ended select source <> 'session' or setting <> 'off' from pg_settings where name = 'synchronous_commit';
      return null;
    end $$`)
  for (const table of ['cart', 'line_item', 'shipping_method', 'payment_session', 'order'])
    await execute(`
      create constraint trigger note_end after insert or update or delete on "${table}"
      deferrable initially deferred for each row execute function note_end()`)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => execute('truncate ended'))

const execute = (sql: string) => shop.orm.em.fork().execute(sql)

/** Returns whether all transactions since the last call have waited for the disk. */
async function hasWaitedForDisk(): Promise<boolean> {
  const rows = await execute('select distinct waits from ended')
  expect(rows.length).toBe(1)
  await execute('truncate ended')
  return rows[0]!.waits
}

const cartPath = ({ id }: Identified) => `/store/carts/${id}` as const
const oneMore = async () => ({ variant_id: (await shop.given.variant()).id, quantity: 1 })

test('changes of a cart do not wait for the disk, its completion does', async () => {
  const line = await oneMore()
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id }))
  expect(await hasWaitedForDisk()).toBe(false)
  const email = 'ada@example.com'
  const changes: [path: string, body?: object][] = [
    ['/line-items', line],
    ['', { email, shipping_address: { country_code: region.countries[0].iso_2 } }],
    ['/shipping-methods', { option_id: option.id }],
    ['/payment-sessions'],
  ]
  for (const [path, body] of changes) {
    await expectSuccess(shop.post(`${cartPath(cart)}${path}`, body))
    expect([path, await hasWaitedForDisk()]).toEqual([path, false])
  }
  expect((await expectSuccess(shop.post(`${cartPath(cart)}/complete`))).type).toBe('order')
  expect(await hasWaitedForDisk()).toBe(true)
})

test('only procedures that fill carts are allowed not to wait', () => {
  const asynchronous = proceduresOf(appRouter)
    .filter(([, { meta }]) => meta?.asyncCommit)
    .map(([name]) => name)
  expect(asynchronous.toSorted()).toEqual(
    [
      'addLineItem',
      'addShippingMethod',
      'create',
      'createPaymentSessions',
      'deleteLineItem',
      'deletePaymentSession',
      'refreshPaymentSession',
      'removeDiscount',
      'selectPaymentSession',
      'splitPayment',
      'update',
      'updateLineItem',
      'updatePaymentSession',
    ].map((name) => `store.carts.${name}`),
  )
})

test('a request with an idempotency key waits for the disk', async () => {
  const cart = await shop.given.cart({ region })
  await hasWaitedForDisk()
  const requests: [path: string, body?: object][] = [['/line-items', await oneMore()], ['/payment-sessions']]
  for (const [path, body] of requests) {
    await expectSuccess(shop.post(`${cartPath(cart)}${path}`, body, { 'idempotency-key': `for certain ${path}` }))
    expect([path, await hasWaitedForDisk()]).toEqual([path, true])
  }
})

test('a request that called a provider over the network waits for the disk', async () => {
  const cart = await shop.given.cart({ region: withBank })
  expect(await hasWaitedForDisk()).toBe(false)
  await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions`))
  expect(await hasWaitedForDisk()).toBe(true)
  // The provider receives the new amount.
  await expectSuccess(shop.post(`${cartPath(cart)}/line-items`, await oneMore()))
  expect(await hasWaitedForDisk()).toBe(true)
  await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions/bank/refresh`))
  expect(await hasWaitedForDisk()).toBe(true)
  await expectSuccess(shop.delete(`${cartPath(cart)}/payment-sessions/bank`))
  expect(await hasWaitedForDisk()).toBe(true)
})
