import { describe, expect, test } from 'vitest'
import { inTransaction } from '#database/transaction.ts'
import { eraseCustomer } from '#entities/privacy/erase-customer.ts'
import { exportCustomer } from '#entities/privacy/export-customer.ts'
import { useConsistentShop } from '#test/support/consistent-shop.ts'
import { dumpDatabase } from '#test/support/dump-shop.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'

const { shop, orders, region, option } = await useConsistentShop()
const { given, admin } = shop

const erase = (id: string, body?: object) => admin.post(`/admin/customers/${id}/erase`, body)

async function placeFinishedOrder(email: string) {
  const order = await given.order({ region, option, email })
  await orders.act(order, 'capture')
  await orders.ship(order)
  return order
}

async function refusalOf(id: string): Promise<string> {
  const { status, body } = await erase(id)
  return `${status} ${JSON.stringify(body)}`
}

let serial = 0
const newEmail = () => `privacy${++serial}@example.com`

describe('obligations', () => {
  test('a customer with an order that is not shipped cannot be erased', async () => {
    const email = newEmail()
    const order = await given.order({ region, option, email })
    const refusal = `The customer cannot be erased yet: order #${order.display_id} is open. Ship it and capture its payments, or cancel, complete or archive it`
    await expectError(erase(order.customer_id), 400, 'not_allowed', refusal)
    await orders.act(order, 'capture')
    await expectError(erase(order.customer_id), 400, 'not_allowed', refusal)
    expect(await dumpDatabase(shop.orm)).toContain(email)
    await orders.ship(order)
    await expectSuccess(erase(order.customer_id))
    expect(await dumpDatabase(shop.orm)).not.toContain(email)
  })

  test('a canceled order is no obligation', async () => {
    const order = await given.order({ region, option, email: newEmail() })
    await orders.act(order, 'cancel')
    await expectSuccess(erase(order.customer_id))
  })

  test.each([
    ['a return', async () => (await given.returnedOrder('requested', { region, option })).order],
    ['a claim', async () => (await given.claim('replace', { region, option })).order],
    ['a swap', async () => (await given.swap('created', { region, option })).order],
  ])('a customer with %s in progress cannot be erased', async (thing, place) => {
    const order = await place()
    expect(await refusalOf(order.customer_id)).toContain(`${thing} of order #${order.display_id} is open`)
  })

  test('a customer with an open edit or an open draft order cannot be erased', async () => {
    const order = await placeFinishedOrder(newEmail())
    await expectSuccess(admin.post('/admin/order-edits', { order_id: order.id }))
    expect(await refusalOf(order.customer_id)).toContain('an edit of order')
    const draft = await given.draftOrder({ region, option, email: newEmail() })
    const customer_id = draft.cart.customer_id ?? ''
    expect(await refusalOf(customer_id)).toContain('draft order #')
  })
})

test.each(['before', 'after'])('the address %s a correction of an order is erased', async (chosen) => {
  const [before, after] = [newEmail(), newEmail()]
  const order = await placeFinishedOrder(before)
  const shipping_address = { address_1: `Secret lane of ${before}`, phone: '+49 555 0199' }
  await expectSuccess(admin.post(`/admin/orders/${order.id}`, { email: after, shipping_address }))
  if (chosen === 'before') await expectSuccess(erase(order.customer_id))
  else await inTransaction(shop.orm.em.fork(), (em) => eraseCustomer(em, { email: after }))
  const dump = await dumpDatabase(shop.orm)
  for (const text of [after, 'Secret lane', ...(chosen === 'before' ? [before] : [])]) expect(dump).not.toContain(text)
})

describe('guests', () => {
  test('the orders of guests with the e-mail address of an account are erased only on request', async () => {
    const { id, email } = await given.customer()
    const order = await placeFinishedOrder(email)
    const withGuests = { include_guests: true }
    const own = await expectSuccess(admin.post(`/admin/customers/${id}/export`))
    expect(own.rows.customer?.[0]).not.toHaveProperty('password_hash')
    const all = await expectSuccess(admin.post(`/admin/customers/${id}/export`, withGuests))
    expect([own.rows.order, all.rows.order?.map((row) => row.id)]).toEqual([undefined, [order.id]])
    await expectSuccess(erase(id))
    expect(await dumpDatabase(shop.orm)).toContain(email)
    await expectSuccess(erase(order.customer_id, withGuests))
    expect(await dumpDatabase(shop.orm)).not.toContain(email)
  })

  test('an e-mail address names carts and orders, and an unknown one is refused', async () => {
    const email = newEmail()
    const { id } = await given.payableCart({ region, option, email })
    const exported = await inTransaction(shop.orm.em, (em) => exportCustomer(em, { email: email.toUpperCase() }))
    expect(exported.rows.cart?.map((row) => row.id)).toEqual([id])
    await inTransaction(shop.orm.em, (em) => eraseCustomer(em, { email }))
    expect((await shop.get(`/store/carts/${id}`)).status).toBe(404)
    const again = inTransaction(shop.orm.em, (em) => eraseCustomer(em, { email }))
    await expect(again).rejects.toThrow('No customer, cart or order has this e-mail address')
  })
})

describe('after an erasure', () => {
  test('a payment can be refunded, and a repeated request is refused', async () => {
    const email = newEmail()
    const order = await given.order({ region, option, email })
    const key = { 'idempotency-key': crypto.randomUUID() }
    await expectSuccess(admin.post(`/admin/orders/${order.id}/capture`, {}, key))
    await orders.ship(order)
    await expectSuccess(erase(order.customer_id))
    expect((await admin.post(`/admin/orders/${order.id}/capture`, {}, key)).status).toBe(409)
    const { refunds, refunded_total } = await orders.act(order, 'refund', { amount: 100, reason: 'other' })
    expect([refunds.length, refunded_total]).toEqual([1, 100])
    const returned = { items: firstLineQuantity(order, 1), receive_now: true }
    expect((await orders.act(order, 'return', returned)).refunded_total).toBeGreaterThan(100)
  })

  test('the audit log has the erasure without its values, and webhooks get an event', async () => {
    const order = await placeFinishedOrder(newEmail())
    await expectSuccess(erase(order.customer_id))
    const { audit_log } = await expectSuccess(admin.get('/admin/audit-log?procedure=admin.customers.erase&limit=1'))
    expect(audit_log[0]).toMatchObject({ resource_ids: [order.customer_id], changes: [] })
    const { events } = await expectSuccess(admin.get('/admin/events?name=customer.erased'))
    expect(events.map(({ payload }) => payload)).toContainEqual({ id: order.customer_id })
    expect((await admin.get(`/admin/customers/${order.customer_id}`)).status).toBe(404)
    const read = await expectSuccess(admin.get(`/admin/orders/${order.id}`))
    expect(read.order).toMatchObject({
      email: 'erased@erased.invalid',
      total: order.total,
      customer: { email: 'erased@erased.invalid', first_name: null },
    })
    expect(read.order.shipping_address).toMatchObject({ country_code: region.countries[0].iso_2, city: null })
  })
})

test('an erasure and a checkout at the same time leave an order with its data, or no data', async () => {
  for (let i = 0; i < 5; i++) {
    const email = newEmail()
    const cart = await given.payableCart({ region, option, email })
    const [completion, erasure] = await Promise.all([
      shop.post(`/store/carts/${cart.id}/complete`),
      erase(cart.customer_id ?? ''),
    ])
    const hasData = (await dumpDatabase(shop.orm)).includes(email)
    expect([completion.status, erasure.status, hasData]).toEqual(
      completion.status === 200 ? [200, 400, true] : [404, 200, false],
    )
  }
})
