import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appRouter } from '#routers/index.ts'
import type { ProcedureMeta } from '#routers/meta.ts'
import { manualFulfillment, manualPayment } from '#server/providers/manual.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'

/*
 * Which changes of a cart wait until they are on the disk. A trigger that is put off until the commit writes down whether its
 * transaction said that it does not.
 */

const remote = { patience: 10_000 }
const bank = { ...manualPayment, id: 'bank', remote: { ...remote, outcomeOf: async () => undefined } }
const carrier = { ...manualFulfillment, remote, canCalculate: async () => true, calculatePrice: async () => 100 }

let shop: TestShop
let region: Json
let option: Json
let withBank: Json
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

const execute = (sql: string): Promise<Json[]> => shop.orm.em.fork().execute(sql)

/** Whether what was done since the last time waited for the disk: each of it, or nothing. */
async function waited(): Promise<boolean> {
  const rows = await execute('select distinct waits from ended')
  expect(rows.length).toBe(1)
  await execute('truncate ended')
  return rows[0]!.waits
}

const at = ({ id }: Json) => `/store/carts/${id}`
const oneMore = async () => ({ variant_id: (await shop.given.variant()).id, quantity: 1 })

test('what fills a cart does not wait, its completion does', async () => {
  const line = await oneMore()
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id }))
  expect(await waited()).toBe(false)
  const email = 'ada@example.com'
  const changes: [path: string, body?: object][] = [
    ['/line-items', line],
    ['', { email, shipping_address: { country_code: region.countries[0].iso_2 } }],
    ['/shipping-methods', { option_id: option.id }],
    ['/payment-sessions'],
  ]
  for (const [path, body] of changes) {
    await expectSuccess(shop.post(`${at(cart)}${path}`, body))
    expect([path, await waited()]).toEqual([path, false])
  }
  expect((await expectSuccess(shop.post(`${at(cart)}/complete`))).type).toBe('order')
  expect(await waited()).toBe(true)
})

test('nothing but what fills carts is marked as what may be lost', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as object as Record<string, { _def: { meta?: ProcedureMeta } }>,
  )
  const marked = procedures.filter(([, { _def }]) => _def.meta?.mayBeLost).map(([name]) => name)
  expect(marked.toSorted()).toEqual(
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
      'update',
      'updateLineItem',
      'updatePaymentSession',
    ].map((name) => `store.carts.${name}`),
  )
})

test('who sends an Idempotency-Key waits, also where its answer is not kept', async () => {
  const cart = await shop.given.cart({ region })
  await waited()
  const requests: [path: string, body?: object][] = [['/line-items', await oneMore()], ['/payment-sessions']]
  for (const [path, body] of requests) {
    await expectSuccess(shop.post(`${at(cart)}${path}`, body, { 'idempotency-key': `for certain ${path}` }))
    expect([path, await waited()]).toEqual([path, true])
  }
})

test('what was agreed with a provider over the network waits', async () => {
  const cart = await shop.given.cart({ region: withBank })
  expect(await waited()).toBe(false)
  await expectSuccess(shop.post(`${at(cart)}/payment-sessions`))
  expect(await waited()).toBe(true)
  // It is told of the new amount.
  await expectSuccess(shop.post(`${at(cart)}/line-items`, await oneMore()))
  expect(await waited()).toBe(true)
  await expectSuccess(shop.post(`${at(cart)}/payment-sessions/bank/refresh`))
  expect(await waited()).toBe(true)
  await expectSuccess(shop.delete(`${at(cart)}/payment-sessions/bank`))
  expect(await waited()).toBe(true)
})
