import { afterEach, describe, expect, test } from 'vitest'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import type { Order, OrderEdit } from '#test/support/resources.ts'
import { providersWith, testPayment } from '#test/support/test-payment.ts'

/* Payments for order edits by providers without a network. */

const card = testPayment()
const used = await useOrderEditShop({ providers: providersWith(card) })
const { shop, region, orders, edits, placeEditableOrder } = used
const money = paymentCollectionActions(used)
await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: ['manual', card.id] }))

afterEach(() => {
  card.nextStatus = 'authorized'
})

describe('the payment of an order edit', () => {
  test('a request with an amount due creates a payment collection', async () => {
    const { edit, order } = await money.requestEdit({ payment_collection_description: 'One more' })
    expect(edit).toMatchObject({
      difference_due: 1200,
      payment_collection_id: expect.stringMatching(/^paycol_/),
      payment_collection: { id: edit.payment_collection_id, created_by: edit.created_by, deleted_at: null },
    })
    const collection = await money.read(edit)
    expect(Object.keys(collection).toSorted()).toEqual(
      [
        ...['amount', 'authorized_amount', 'currency_code', 'description', 'id', 'metadata'],
        ...['payment_sessions', 'payments', 'region', 'status', 'type'],
      ].toSorted(),
    )
    expect(collection).toMatchObject({
      type: 'order_edit',
      status: 'not_paid',
      amount: 1200,
      authorized_amount: null,
      currency_code: 'eur',
      region: { id: order.region_id },
      description: 'One more',
      payment_sessions: [],
      payments: [],
    })
    const { payment_collection } = await expectSuccess(shop.get(money.pathOf(edit)))
    expect(Object.keys(payment_collection).toSorted()).toEqual(
      [
        ...['amount', 'currency_code', 'description', 'id', 'metadata'],
        ...['payment_sessions', 'region', 'status', 'type'],
      ].toSorted(),
    )
    const whole = await expectSuccess(
      shop.get(`${money.pathOf(edit)}?expand=region.countries,region.payment_providers,currency`),
    )
    expect(whole.payment_collection).toMatchObject({ region: { countries: [{}] }, currency: { code: 'eur' } })
    const hidden = 'Requested fields [region.tax_rates] are not valid'
    await expectError(shop.get(`${money.pathOf(edit)}?expand=region.tax_rates`), 400, 'invalid_data', hidden)
    const { order: cheap, first } = await placeEditableOrder()
    const less = await edits.begin(cheap)
    await edits.change(less, lineOfVariant(less, first), 1)
    expect(await edits.act(less, 'request')).toMatchObject({ payment_collection_id: null, difference_due: -1200 })
  })

  test('a collection is paid by one provider, and the payment belongs to the order', async () => {
    const { edit, order } = await money.requestEdit()
    await orders.act(order, 'capture')
    const { payment_sessions, ...collection } = await money.payBy(edit, 'manual')
    expect(payment_sessions).toMatchObject([{ provider_id: 'manual', amount: 1200, status: 'pending', cart_id: null }])
    const { created_by, ...known } = edit.payment_collection
    expect(collection).toMatchObject(known)
    expect(collection).not.toHaveProperty('created_by')
    const providers = collection.region.payment_providers.map(({ id }) => id)
    expect(providers.toSorted()).toEqual(['manual', card.id].toSorted())
    expect((await expectSuccess(shop.get(`/store/order-edits/${edit.id}`))).order_edit.payment_collection).toEqual(
      known,
    )
    const [session] = payment_sessions
    const refusal = 'Unable to complete an order edit if the payment is not authorized'
    await expectError(edits.answerAsCustomer(edit, 'complete'), 400, 'not_allowed', refusal)
    const { body } = await money.authorize(edit, session)
    expect(body.payment_session).toMatchObject({ id: session.id, status: 'authorized' })
    expect((await money.authorize(edit, session)).body).toEqual(body)
    expect(await money.read(edit)).toMatchObject({ status: 'authorized', authorized_amount: 1200 })
    expect(await orders.readOrder(order)).toMatchObject({ paid_total: 3600, payment_status: 'captured' })
    expect((await edits.answerAsCustomer(edit, 'complete')).body.order_edit).toMatchObject({ status: 'confirmed' })
    const edited = await orders.readOrder(order)
    expect(edited).toMatchObject({ total: 4800, paid_total: 4800, payment_status: 'awaiting' })
    expect(edited.payments.map(({ amount, cart_id }) => [amount, cart_id])).toEqual([
      [3600, order.cart_id],
      [1200, null],
    ])
    expect(await orders.act(order, 'capture')).toMatchObject({ payment_status: 'captured' })
    const refunded = await orders.act(order, 'refund', { amount: 4800, reason: 'other' })
    expect(refunded).toMatchObject({ payment_status: 'refunded', refunded_total: 4800 })
  })

  test('the sessions of a collection must add up to its amount', async () => {
    const { edit } = await money.requestEdit()
    const parts = [
      { provider_id: 'manual', amount: 500 },
      { provider_id: card.id, amount: 700 },
    ]
    const wrong = 'The sum of sessions is not equal to 1200 on Payment Collection'
    await expectError(
      money.payByParts(edit, ...parts, { provider_id: 'manual', amount: 1 }),
      400,
      'invalid_data',
      wrong,
    )
    await expectError(money.payByParts(edit, parts[0]!), 400, 'invalid_data', wrong)
    await expectError(money.payByParts(edit, parts[0]!, { provider_id: 'x', amount: 700 }), 400, 'invalid_data', wrong)
    const tooLittle = 'amount must not be less than 1'
    await expectError(money.payByParts(edit, { provider_id: 'manual', amount: 0 }), 400, 'invalid_data', tooLittle)
    const { payment_collection } = await expectSuccess(money.payByParts(edit, ...parts))
    const [first, second] = payment_collection.payment_sessions
    card.nextStatus = 'requires_more'
    const all = await expectSuccess(money.authorizeAll(edit, payment_collection))
    expect(all.payment_collection).toMatchObject({
      status: 'partially_authorized',
      payment_sessions: [{ status: 'authorized' }, { status: 'requires_more' }],
    })
    const rest = 'The sum of sessions is not equal to 700 on Payment Collection'
    await expectError(money.payByParts(edit, ...parts), 400, 'invalid_data', rest)
    await expectErrorMessage(shop.post(`${money.pathOf(edit)}/sessions/${first.id}`), 400, /cannot be refreshed/)
    await expectErrorMessage(edits.answerAsCustomer(edit, 'complete'), 400, /not authorized/)
    const { payment_session } = await expectSuccess(shop.post(`${money.pathOf(edit)}/sessions/${second.id}`))
    expect(payment_session).toMatchObject({ provider_id: card.id, amount: 700, status: 'pending' })
    expect(payment_session.id).not.toBe(second.id)
    card.nextStatus = 'authorized'
    await expectSuccess(money.authorize(edit, payment_session))
    const { status, payments } = await money.read(edit)
    expect({ status, payments: payments.map(({ amount }) => amount) }).toEqual({
      status: 'authorized',
      payments: [500, 700],
    })
    const over = 'Cannot set payment sessions for a payment collection with status authorized'
    await expectError(money.payByParts(edit, ...parts), 400, 'not_allowed', over)
    await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
  })

  test('the unpaid part of a collection can change its provider, and the paid part stays', async () => {
    const { edit } = await money.requestEdit()
    const parts = [600, 600].map((amount) => ({ provider_id: 'manual', amount }))
    const [first, second] = (await expectSuccess(money.payByParts(edit, ...parts))).payment_collection.payment_sessions
    await expectSuccess(money.authorize(edit, first))
    const changedParts = [
      { provider_id: 'manual', amount: 300, session_id: first.id },
      { provider_id: card.id, amount: 300 },
    ]
    const { payment_sessions } = (await expectSuccess(money.payByParts(edit, ...changedParts))).payment_collection
    expect(payment_sessions.map(({ id, amount, status }) => ({ own: id === first.id, amount, status }))).toEqual([
      { own: true, amount: 600, status: 'authorized' },
      { own: false, amount: 300, status: 'pending' },
      { own: false, amount: 300, status: 'pending' },
    ])
    expect(payment_sessions.map(({ id }) => id)).not.toContain(second.id)
    await expectSuccess(money.authorizeAll(edit, { payment_sessions }))
    expect(await money.read(edit)).toMatchObject({ status: 'authorized', authorized_amount: 1200 })
  })

  test('a session keeps its id for another amount, and replaced sessions are deleted', async () => {
    const { edit } = await money.requestEdit()
    const { payment_sessions } = await money.payBy(edit, card.id)
    expect(await money.payBy(edit, card.id)).toMatchObject({ payment_sessions })
    card.calls.length = 0
    const parts = [
      { provider_id: card.id, amount: 700, session_id: payment_sessions[0].id },
      { provider_id: 'manual', amount: 500 },
    ]
    const { payment_collection } = await expectSuccess(money.payByParts(edit, ...parts))
    expect(payment_collection.payment_sessions).toMatchObject([{ id: payment_sessions[0].id, amount: 700 }, {}])
    await money.payBy(edit, 'manual')
    expect(card.calls).toEqual(['update 700', 'delete'])
    expect((await money.read(edit)).payment_sessions).toMatchObject([{ provider_id: 'manual', amount: 1200 }])
  })

  test('an authorization repeated with its idempotency key returns the same response', async () => {
    const { edit } = await money.requestEdit()
    const parts = [600, 600].map((amount) => ({ provider_id: 'manual', amount }))
    const [one, other] = (await expectSuccess(money.payByParts(edit, ...parts))).payment_collection.payment_sessions
    const body = { session_ids: [one.id] }
    const send = () => shop.post(`${money.pathOf(edit)}/sessions/batch/authorize`, body, { 'idempotency-key': one.id })
    const createPaidEdit = await expectSuccess(send())
    expect(createPaidEdit.payment_collection.payment_sessions).toMatchObject([
      { status: 'authorized' },
      { status: 'pending' },
    ])
    await expectSuccess(money.authorize(edit, other))
    expect(await expectSuccess(send())).toEqual(createPaidEdit)
  })

  test('a refused authorization sets the status of its session', async () => {
    const { edit } = await money.requestEdit()
    const { payment_sessions } = await money.payBy(edit, card.id)
    const [session] = payment_sessions
    card.nextStatus = 'error'
    const refusal = `Failed to authorize Payment Session id "${session.id}"`
    const { status, body } = await money.authorize(edit, session)
    expect({ status, body }).toEqual({ status: 422, body: { type: 'payment_authorization_error', message: refusal } })
    expect(await money.read(edit)).toMatchObject({ status: 'awaiting', payment_sessions: [{ status: 'error' }] })
    await expectError(
      shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: 'x' }),
      400,
      'invalid_data',
      'The region does not have the payment provider x',
    )
    card.nextStatus = 'authorized'
    await expectSuccess(money.authorizeAll(edit, { payment_sessions }))
    expect(await money.read(edit)).toMatchObject({ status: 'authorized' })
  })

  test('an unknown collection or session is rejected', async () => {
    const { edit } = await money.requestEdit()
    const nothing = 'Payment collection with id paycol_1 was not found'
    await expectError(shop.get('/store/payment-collections/paycol_1'), 404, 'not_found', nothing)
    await expectError(shop.admin.get('/admin/payment-collections/paycol_1'), 404, 'not_found', nothing)
    await expectError(shop.admin.post('/admin/payment-collections/paycol_1/authorize'), 404, 'not_found', nothing)
    await expectError(
      shop.post('/store/payment-collections/paycol_1/sessions', { provider_id: 'manual' }),
      404,
      'not_found',
      nothing,
    )
    const none = 'You cannot complete a Payment Collection without a payment session.'
    await expectError(money.authorize(edit, { id: 'ps_1' }), 400, 'not_allowed', none)
    await money.payBy(edit, 'manual')
    const unknown = 'Payment session with id ps_1 was not found'
    await expectError(money.authorize(edit, { id: 'ps_1' }), 404, 'not_found', unknown)
    await expectError(shop.post(`${money.pathOf(edit)}/sessions/ps_1`), 404, 'not_found', unknown)
  })
})

describe('authorized payments of an order edit', () => {
  const statusesOf = async (edit: OrderEdit) => {
    const { status, authorized_amount, payments } = await money.read(edit)
    return { status, authorized_amount, canceled: payments.map(({ canceled_at }) => !!canceled_at) }
  }
  const released = { status: 'canceled', authorized_amount: 0, canceled: [true] }

  async function createPaidEdit(): Promise<{ edit: OrderEdit; order: Order }> {
    const { edit, order } = await money.requestEdit()
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    return { edit, order }
  }

  test.each([
    ['decline', 'declined'],
    ['cancel', 'canceled'],
  ])('%s of an edit cancels its payments', async (verb, status) => {
    const { edit, order } = await createPaidEdit()
    if (verb === 'decline') await expectSuccess(edits.answerAsCustomer(edit, 'decline'))
    else await edits.act(edit, 'cancel')
    expect(await statusesOf(edit)).toEqual(released)
    expect(await orders.readOrder(order)).toMatchObject({ total: 3600, paid_total: 3600 })
    const over = `Cannot pay for an order edit with status ${status}`
    await expectError(shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: 'manual' }), 400, 'not_allowed', over)
    const authorized = shop.admin.post(`/admin/payment-collections/${edit.payment_collection_id}/authorize`)
    await expectError(authorized, 400, 'not_allowed', over)
  })

  test('canceling the order cancels the payments of its edit', async () => {
    const { edit, order } = await createPaidEdit()
    await orders.act(order, 'cancel')
    expect(await statusesOf(edit)).toEqual(released)
    expect(await edits.read(edit)).toMatchObject({ status: 'canceled' })
  })

  test('canceling the order cancels the payments of a confirmed edit, and nothing more can be paid', async () => {
    const { edit, order } = await createPaidEdit()
    await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
    await orders.act(order, 'cancel')
    const { payments } = await money.read(edit)
    expect(payments).toMatchObject([{ order_id: order.id, canceled_at: expect.any(String) }])
    const { edit: unpaid, order: other } = await money.requestEdit()
    await edits.act(unpaid, 'confirm')
    await orders.act(other, 'cancel')
    const reply = shop.post(`${money.pathOf(unpaid)}/sessions`, { provider_id: 'manual' })
    await expectError(reply, 400, 'not_allowed', 'A canceled order cannot be paid')
  })

  test('simultaneous authorizations create one payment', async () => {
    const { edit } = await money.requestEdit()
    const collection = await money.payBy(edit, 'manual')
    const replies = await Promise.all([1, 2, 3].map(() => money.authorizeAll(edit, collection)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await money.read(edit)).payments).toHaveLength(1)
  })

  test('a simultaneous authorization and decline leave no authorized payment', async () => {
    const { edit } = await money.requestEdit()
    const collection = await money.payBy(edit, 'manual')
    const [, declined] = await Promise.all([
      money.authorizeAll(edit, collection),
      edits.answerAsCustomer(edit, 'decline'),
    ])
    expect(declined.status).toBe(200)
    expect(await money.read(edit)).toMatchObject({ status: 'canceled', authorized_amount: 0 })
  })
})
