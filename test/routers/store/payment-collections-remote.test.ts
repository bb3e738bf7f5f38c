import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { concludeCollectionAttempt } from '#entities/checkout/conclude-collection-attempt.ts'
import { expectRetryableError } from '#test/support/card-shop.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import { reconcile, useRemoteBank } from '#test/support/remote-bank.ts'
import { waitUntil } from '#test/support/wait-until.ts'

/* The money that is due for an edit, at a provider over the network, with all that networks do. */

let gate = Promise.withResolvers<void>()
const card = { patience: 400, wait: () => gate.promise, beside: ['manual'] }
const used = await useRemoteBank(useOrderEditShop, card)
const { shop, orders, edits, rows, bank, recover } = used
const money = paymentCollectionActions(used)

beforeEach(() => {
  gate = Promise.withResolvers()
})

/** Who was charged has a payment for just that, and who was not has none. */
afterEach(async () => {
  gate.resolve()
  bank.isDown = false
  await rows(`update payment_attempt set asked_until = null`)
  await reconcile(shop)
  await recover()
  const paid = await rows(`
    select data ->> 'payment' as key, amount::int from payment where data ? 'payment' and canceled_at is null order by 1`)
  const charged = Array.from(bank.ledger.values()).filter(({ status }) => status === 'authorized')
  expect(charged.map(({ key, amount }) => ({ key, amount })).toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(paid)
})

/** An edit that is paid by a card. */
async function paidBy(data: object): Promise<{ edit: Json; order: Json; first: Json; session: Json }> {
  const { edit, order, first } = await money.requestEdit()
  const [session] = (await money.payBy(edit, bank.id)).payment_sessions
  await rows('update payment_collection_session set data = ?::jsonb where id = ?', [JSON.stringify(data), session.id])
  return { edit, order, first, session }
}

/** Until it is on record that the bank is asked for the money of a session. */
const untilAsked = ({ id }: Json): Promise<void> =>
  waitUntil(async () => (await rows('select 1 from payment_attempt where session_id = ?', [id])).length > 0)

test('a good card pays, and the order has the payment with the edit', async () => {
  const { edit, order, session } = await paidBy({ card: 'good' })
  await expectSuccess(money.authorize(edit, session))
  expect(await money.read(edit)).toMatchObject({ status: 'authorized' })
  await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
  expect(await orders.readOrder(order)).toMatchObject({ paid_total: 4800 })
})

test('parts of the same amount at one bank are two payments, begun before it is told of other amounts', async () => {
  const { edit } = await money.requestEdit()
  const heard: string[] = []
  const { initiate, update, delete: end } = bank
  bank.initiate = async ({ amount }) => {
    heard.push(`initiate ${amount}`)
    return { data: { begun: heard.length } }
  }
  bank.update = async (data, { amount }) => {
    heard.push(`update ${amount}`)
    return { data }
  }
  bank.delete = async ({ begun }) => void heard.push(`delete ${begun}`)
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
    expect(heard.slice(2)).toEqual(['initiate 700', 'update 500', `delete ${other.data.begun}`])
  } finally {
    Object.assign(bank, { initiate, update, delete: end })
  }
})

test.each(['declined', 'stolen'])('a card that is %s pays nothing, and another may', async (card) => {
  const { edit, session } = await paidBy({ card })
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
])('a bank that begins with %j begins nothing', async (said) => {
  const { edit } = await money.requestEdit()
  const { initiate } = bank
  bank.initiate = async () => said as never
  await expectRetryableError(shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: bank.id }))
  bank.initiate = initiate
  expect(await money.payBy(edit, bank.id)).toMatchObject({ payment_sessions: [{ status: 'pending' }] })
})

test('a refusal that is heard after the bank was asked again, and paid, is no news', async () => {
  const { edit, session } = await paidBy({ card: 'declined' })
  await money.authorize(edit, session)
  const [refused] = await shop.orm.em.fork().find(PaymentAttempt, { session_id: session.id })
  await rows(`update payment_collection_session set data = '{"card": "good"}' where id = ?`, [session.id])
  await expectSuccess(money.authorize(edit, session))
  await shop.orm.em.fork().transactional((inner) => concludeCollectionAttempt(inner, refused!))
  expect(await money.read(edit)).toMatchObject({ status: 'authorized', payment_sessions: [{ status: 'authorized' }] })
})

test('a card that wants to be confirmed waits for its customer', async () => {
  const { edit, session } = await paidBy({ card: 'confirm' })
  const waiting = await expectSuccess(money.authorizeAll(edit, { payment_sessions: [session] }))
  expect(waiting.payment_collection).toMatchObject({
    status: 'awaiting',
    payment_sessions: [{ status: 'requires_more' }],
  })
  await rows(`update payment_collection_session set data = data || '{"confirmed": true}' where id = ?`, [session.id])
  await expectSuccess(money.authorize(edit, session))
})

test('an answer in which a card waits to be confirmed is not kept for the same request', async () => {
  const { edit, session } = await paidBy({ card: 'confirm' })
  const body = { session_ids: [session.id] }
  const send = async () =>
    (
      await expectSuccess(
        shop.post(`${money.pathOf(edit)}/sessions/batch/authorize`, body, { 'idempotency-key': session.id }),
      )
    ).payment_collection
  expect(await send()).toMatchObject({ payment_sessions: [{ status: 'requires_more' }] })
  await rows(`update payment_collection_session set data = data || '{"confirmed": true}' where id = ?`, [session.id])
  const paid = await send()
  expect(paid).toMatchObject({ payment_sessions: [{ status: 'authorized' }] })
  expect(await send()).toEqual(paid)
})

test('an answer that is lost is found out when it is asked for again', async () => {
  const { edit, session } = await paidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  await expectSuccess(money.authorize(edit, session))
  expect(await money.read(edit)).toMatchObject({ status: 'authorized', authorized_amount: 1200 })
})

test('an answer that is lost is found out by reconciliation where nobody comes back', async () => {
  const { edit, session } = await paidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  expect(await reconcile(shop)).toMatchObject([{ status: 'completed' }])
  expect(await money.read(edit)).toMatchObject({ status: 'authorized', payment_sessions: [{ status: 'authorized' }] })
})

test('what was never asked for fails, and is let go of', async () => {
  const { edit, session } = await paidBy({ card: 'silent' })
  await expectRetryableError(money.authorize(edit, session))
  expect(await reconcile(shop)).toMatchObject([{ status: 'failed' }])
  expect(await money.read(edit)).toMatchObject({ status: 'awaiting', authorized_amount: null })
})

test('an edit that is declined while the bank has the money gives it back', async () => {
  const { edit, session } = await paidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  await expectSuccess(edits.answerAsCustomer(edit, 'decline'))
  expect(await reconcile(shop)).toMatchObject([{ status: 'canceled' }])
})

test('an order that a later edit makes cheaper while the bank has the money gives it back', async () => {
  const { edit, order, first, session } = await paidBy({ card: 'lost' })
  await expectRetryableError(money.authorize(edit, session))
  await edits.act(edit, 'confirm')
  const less = await edits.begin(order)
  await edits.change(less, lineOfVariant(less, first), 2)
  await edits.act(less, 'confirm')
  expect(await reconcile(shop)).toMatchObject([{ status: 'canceled' }])
  expect(await money.read(edit)).toMatchObject({ authorized_amount: null, payments: [] })
})

test('an edit that is declined once it is paid gives the money back', async () => {
  const { edit, session } = await paidBy({ card: 'good' })
  await expectSuccess(money.authorize(edit, session))
  await expectSuccess(edits.answerAsCustomer(edit, 'decline'))
  expect(await money.read(edit)).toMatchObject({ status: 'canceled', authorized_amount: 0 })
})

describe('money that the bank does not let go of any more', () => {
  async function givenDeclined(): Promise<{ edit: Json; order: Json }> {
    const { edit, order, session } = await paidBy({ card: 'good' })
    await expectSuccess(money.authorize(edit, session))
    const taken = Array.from(bank.ledger.values()).find(({ cart_id }) => cart_id === edit.payment_collection_id)
    taken!.status = 'captured'
    await expectSuccess(edits.answerAsCustomer(edit, 'decline'))
    return { edit, order }
  }

  test('makes somebody look after the order', async () => {
    const { order } = await givenDeclined()
    await shop.runJobs()
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'requires_action', paid_total: 3600 })
  })

  test('does so too where what collected it is deleted', async () => {
    const { edit, order } = await givenDeclined()
    const { payment_collection_id: id } = edit
    for (const _ of [1, 2]) await expectSuccess(shop.admin.delete(`/admin/payment-collections/${id}`))
    expect(await edits.read(edit)).toMatchObject({ status: 'declined', payment_collection_id: id })
    await shop.runJobs()
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'requires_action', paid_total: 3600 })
  })
})

test('while the bank is asked nothing else is done with the session, and two get the same', async () => {
  const { edit, session } = await paidBy({ card: 'slow', delay: 1 })
  const both = [money.authorize(edit, session), money.authorize(edit, session)]
  await untilAsked(session)
  await expectRetryableError(shop.post(`${money.pathOf(edit)}/sessions/${session.id}`))
  await expectRetryableError(shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: 'manual' }))
  gate.resolve()
  const replies = await Promise.all(both)
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect((await money.read(edit)).payments).toHaveLength(1)
})

test('nothing is begun at a bank in the place of a session that cannot end yet', async () => {
  const { edit, session } = await paidBy({ card: 'slow', delay: 1 })
  const asked = money.authorize(edit, session)
  await untilAsked(session)
  const begun = vi.spyOn(bank, 'initiate')
  await expectRetryableError(money.payByParts(edit, { provider_id: bank.id, amount: 1200 }))
  expect(begun).not.toHaveBeenCalled()
  begun.mockRestore()
  gate.resolve()
  await expectSuccess(asked)
})
