import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentData } from '#entities/cart/payment/payment-port.ts'
import { concludeCollectionAttempt } from '#entities/checkout/conclude-collection-attempt.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { expectRetryableError } from '#test/support/card-shop.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import { endPaymentLeases, reconcile, useRemoteBank } from '#test/support/remote-bank.ts'
import type { Identified, Order, OrderEdit, PaymentSession, Variant } from '#test/support/resources.ts'
import { untyped } from '#test/support/untyped.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/* Payments for order edits by a payment provider over an unreliable network. */

let gate = Promise.withResolvers<void>()
const card = { timeoutMs: 60_000, wait: () => gate.promise, otherProviders: ['manual'] }
const used = await useRemoteBank(useOrderEditShop, card)
const { shop, orders, edits, rows, bank, recover } = used
const money = paymentCollectionActions(used)

beforeEach(() => {
  gate = Promise.withResolvers()
})

/** After each test, the payments of the shop equal the authorized charges of the bank. */
afterEach(async () => {
  gate.resolve()
  bank.isDown = false
  await endPaymentLeases(shop)
  await reconcile(shop)
  await recover()
  const paid = await rows(`
    select data ->> 'payment' as key, amount::int from payment where data ? 'payment' and canceled_at is null order by 1`)
  const charged = Array.from(bank.ledger.values()).filter(({ status }) => status === 'authorized')
  expect(charged.map(({ key, amount }) => ({ key, amount })).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(paid)
})

const setCard = ({ id }: Identified, data: PaymentData) => changeRows(shop, CollectionSession, { id }, { data })

/** Requests an edit with a session of this card. */
async function createEditPaidBy(
  data: PaymentData,
): Promise<{ edit: OrderEdit; order: Order; first: Variant; session: PaymentSession }> {
  const { edit, order, first } = await money.requestEdit()
  const [session] = (await money.payBy(edit, bank.id)).payment_sessions
  await setCard(session, data)
  return { edit, order, first, session }
}

/** Waits until an attempt of the session is recorded. */
const untilAsked = ({ id }: Identified): Promise<void> =>
  waitUntil(async () => (await rows('select 1 from payment_attempt where session_id = ?', [id])).length > 0)

test('a good card pays, and the payment belongs to the order', async () => {
  const { edit, order, session } = await createEditPaidBy({ card: 'good' })
  await expectSuccess(money.authorize(edit, session))
  expect(await money.read(edit)).toMatchObject({ status: 'authorized' })
  await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
  expect(await orders.readOrder(order)).toMatchObject({ paid_total: 4800 })
})

test('two sessions of the same amount at one provider become two payments', async () => {
  const { edit } = await money.requestEdit()
  const calls: string[] = []
  const { initiate, update, delete: end } = bank
  bank.initiate = async ({ amount }) => {
    calls.push(`initiate ${amount}`)
    return { data: { begun: calls.length } }
  }
  bank.update = async (data, { amount }) => {
    calls.push(`update ${amount}`)
    return { data }
  }
  bank.delete = async ({ begun: initiateSpy }) => void calls.push(`delete ${initiateSpy}`)
  try {
    const half = { provider_id: bank.id, amount: 600 }
    const { payment_collection } = await expectSuccess(money.payByParts(edit, half, half))
    const [one, other] = payment_collection.payment_sessions
    expect([one.data.begun, other.data.begun].toSorted()).toEqual([1, 2])
    const parts = [
      { ...half, amount: 500, session_id: one.id },
      { ...half, amount: 700 },
    ]
    await expectSuccess(money.payByParts(edit, ...parts))
    expect(calls.slice(2)).toEqual(['initiate 700', 'update 500', `delete ${other.data.begun}`])
  } finally {
    Object.assign(bank, { initiate, update, delete: end })
  }
})

test.each(['declined', 'stolen'])('a %s card pays nothing, and another card can pay', async (card) => {
  const { edit, session } = await createEditPaidBy({ card })
  const { status, body } = await money.authorize(edit, session)
  expect({ status, type: body.type }).toEqual({ status: 422, type: 'payment_authorization_error' })
  expect(await money.read(edit)).toMatchObject({ status: 'awaiting', payment_sessions: [{ status: 'error' }] })
  const { payment_session } = await expectSuccess(shop.post(`${money.pathOf(edit)}/sessions/${session.id}`))
  await expectSuccess(money.authorize(edit, payment_session))
})

test.each([
  undefined,
  {},
  { data: [] },
  { data: {}, status: 'paid' },
])('an initiation that returns %j creates no session', async (response) => {
  const { edit } = await money.requestEdit()
  const { initiate } = bank
  bank.initiate = async () => untyped(response)
  await expectRetryableError(shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: bank.id }))
  bank.initiate = initiate
  expect(await money.payBy(edit, bank.id)).toMatchObject({ payment_sessions: [{ status: 'pending' }] })
})

test('a late refusal does not overwrite a later successful payment', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'declined' })
  await money.authorize(edit, session)
  const [refused] = await shop.orm.em.fork().find(PaymentAttempt, { session_id: session.id })
  await setCard(session, { card: 'good' })
  await expectSuccess(money.authorize(edit, session))
  await shop.orm.em
    .fork()
    .transactional((inner) => concludeCollectionAttempt(inner, shop.jobs.providers.payment, refused!))
  expect(await money.read(edit)).toMatchObject({ status: 'authorized', payment_sessions: [{ status: 'authorized' }] })
})

test('a card that needs a confirmation waits for the customer', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'confirm' })
  const waiting = await expectSuccess(money.authorizeAll(edit, { payment_sessions: [session] }))
  expect(waiting.payment_collection).toMatchObject({
    status: 'awaiting',
    payment_sessions: [{ status: 'requires_more' }],
  })
  await setCard(session, { card: 'confirm', confirmed: true })
  await expectSuccess(money.authorize(edit, session))
})

test('a response that needs a confirmation is not stored for its idempotency key', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'confirm' })
  const body = { session_ids: [session.id] }
  const send = async () =>
    (
      await expectSuccess(
        shop.post(`${money.pathOf(edit)}/sessions/batch/authorize`, body, { 'idempotency-key': session.id }),
      )
    ).payment_collection
  expect(await send()).toMatchObject({ payment_sessions: [{ status: 'requires_more' }] })
  await setCard(session, { card: 'confirm', confirmed: true })
  const paid = await send()
  expect(paid).toMatchObject({ payment_sessions: [{ status: 'authorized' }] })
  expect(await send()).toEqual(paid)
})

test('a lost response is reconciled by the next request', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  await expectSuccess(money.authorize(edit, session))
  expect(await money.read(edit)).toMatchObject({ status: 'authorized', authorized_amount: 1200 })
})

test('a lost response is reconciled by the background job', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  expect(await reconcile(shop)).toMatchObject([{ status: 'completed' }])
  expect(await money.read(edit)).toMatchObject({ status: 'authorized', payment_sessions: [{ status: 'authorized' }] })
})

test('an attempt that the provider never received fails', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'silent' })
  const { timeoutMs } = bank.remote!
  Object.assign(bank.remote!, { timeoutMs: 400 })
  await expectRetryableError(money.authorize(edit, session))
  Object.assign(bank.remote!, { timeoutMs })
  expect(await reconcile(shop)).toMatchObject([{ status: 'failed' }])
  expect(await money.read(edit)).toMatchObject({ status: 'awaiting', authorized_amount: null })
})

test.each(['by its provider', 'by its ID'])('a declined session that is set again %s is replaced', async (how) => {
  const { edit, session } = await createEditPaidBy({ card: 'declined' })
  await money.authorize(edit, session)
  const part = { provider_id: bank.id, amount: 1200, session_id: session.id }
  if (how === 'by its ID') await expectSuccess(money.payByParts(edit, part))
  else await money.payBy(edit, bank.id)
  const { payment_sessions } = await money.read(edit)
  expect(payment_sessions).toMatchObject([{ status: 'pending', data: {}, amount: 1200 }])
  await expectSuccess(money.authorize(edit, payment_sessions[0]))
})

test('declining an edit refunds a charge that is reconciled later', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  await expectSuccess(edits.answerAsCustomer(edit, 'decline'))
  expect(await reconcile(shop)).toMatchObject([{ status: 'canceled' }])
})

test('a cheaper later edit cancels a charge that is reconciled later', async () => {
  const { edit, order, first, session } = await createEditPaidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  await edits.act(edit, 'confirm')
  const less = await edits.begin(order)
  await edits.change(less, lineOfVariant(less, first), 2)
  await edits.act(less, 'confirm')
  expect(await reconcile(shop)).toMatchObject([{ status: 'canceled' }])
  expect(await money.read(edit)).toMatchObject({ authorized_amount: null, payments: [] })
})

test('declining a paid edit cancels the payment', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'good' })
  await expectSuccess(money.authorize(edit, session))
  await expectSuccess(edits.answerAsCustomer(edit, 'decline'))
  expect(await money.read(edit)).toMatchObject({ status: 'canceled', authorized_amount: 0 })
})

describe('payments that can no longer be canceled', () => {
  async function createDeclinedEdit(): Promise<{ edit: OrderEdit; order: Order }> {
    const { edit, order, session } = await createEditPaidBy({ card: 'good' })
    await expectSuccess(money.authorize(edit, session))
    const charge = Array.from(bank.ledger.values()).find(({ cart_id }) => cart_id === edit.payment_collection_id)
    charge!.status = 'captured'
    await expectSuccess(edits.answerAsCustomer(edit, 'decline'))
    return { edit, order }
  }

  test('a payment that cannot be canceled sets the order to requires_action', async () => {
    const { order } = await createDeclinedEdit()
    await shop.runJobs()
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'requires_action', paid_total: 3600 })
  })

  test('a payment of a deleted collection that cannot be canceled sets the order to requires_action', async () => {
    const { edit, order } = await createDeclinedEdit()
    const { payment_collection_id: id } = edit
    for (const _ of [1, 2]) await expectSuccess(shop.admin.delete(`/admin/payment-collections/${id}`))
    expect(await edits.read(edit)).toMatchObject({ status: 'declined', payment_collection_id: id })
    await shop.runJobs()
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'requires_action', paid_total: 3600 })
  })
})

test('a pending authorization blocks other changes of its session, and repeated requests return the same payment', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'slow', delay: 1 })
  const authorizations = [money.authorize(edit, session), money.authorize(edit, session)]
  await untilAsked(session)
  await expectRetryableError(shop.post(`${money.pathOf(edit)}/sessions/${session.id}`))
  await expectRetryableError(shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: 'manual' }))
  gate.resolve()
  const replies = await Promise.all(authorizations)
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await money.read(edit)).payments).toHaveLength(1)
})

test('no new session is initiated while an authorization is pending', async () => {
  const { edit, session } = await createEditPaidBy({ card: 'slow', delay: 1 })
  const authorization = money.authorize(edit, session)
  await untilAsked(session)
  const initiateSpy = vi.spyOn(bank, 'initiate')
  await expectRetryableError(money.payByParts(edit, { provider_id: bank.id, amount: 1200 }))
  expect(initiateSpy).not.toHaveBeenCalled()
  initiateSpy.mockRestore()
  gate.resolve()
  await expectSuccess(authorization)
})
