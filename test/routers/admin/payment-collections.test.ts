import { describe, expect, test } from 'vitest'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import type { Identified, LineItem, Order, OrderEdit, PaymentSession, Variant } from '#test/support/resources.ts'
import { swapActions } from '#test/support/swap-actions.ts'

const used = await useOrderEditShop()
const { shop, region, option, orders, edits } = used
const money = paymentCollectionActions(used)

describe('payment collections of administrators', () => {
  const adminPathOf = (edit: OrderEdit) => `/admin/payment-collections/${edit.payment_collection_id}`

  test('an administrator authorizes a payment collection, and the money is captured with the edit', async () => {
    const { edit, order } = await money.requestEdit()
    await orders.act(order, 'capture')
    const { payment_collection } = await expectSuccess(shop.admin.post(`${adminPathOf(edit)}/authorize`))
    const { region_id, created_by, created_at } = edit.payment_collection
    const known = { region_id, created_by, created_at, deleted_at: null }
    expect(payment_collection).toMatchObject({ status: 'authorized', authorized_amount: 1200, ...known })
    expect((await expectSuccess(shop.admin.post(`${adminPathOf(edit)}/authorize`))).payment_collection).toEqual(
      payment_collection,
    )
    await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
    const edited = await orders.readOrder(order)
    expect(edited).toMatchObject({ total: 4800, paid_total: 4800, payment_status: 'captured' })
    expect(edited.payments[1]).toMatchObject({ provider_id: 'system', amount: 1200, captured_at: expect.any(String) })
  })

  test('a payment after the confirmation of its edit belongs to the order', async () => {
    const { edit, order } = await money.requestEdit()
    await orders.act(order, 'capture')
    await edits.act(edit, 'confirm')
    expect(await orders.readOrder(order)).toMatchObject({
      total: 4800,
      paid_total: 3600,
      payment_status: 'awaiting',
      difference_due: 1200,
    })
    await expectErrorMessage(edits.answerAsCustomer(edit, 'complete'), 400, /not authorized/)
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    expect(await orders.readOrder(order)).toMatchObject({
      paid_total: 4800,
      payment_status: 'awaiting',
      difference_due: 0,
    })
    await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
  })

  test('a cheaper later edit reduces the amount due of a confirmed edit', async () => {
    const { edit, order, first } = await money.requestEdit()
    await money.payBy(edit, 'manual')
    await edits.act(edit, 'confirm')
    const less = await edits.begin(order)
    await edits.change(less, lineOfVariant(less, first), 2)
    await edits.add(less, await shop.given.variant({ prices: [100] }))
    await edits.act(less, 'confirm')
    const stale = await money.read(edit)
    const onlySome = 'The amount due is now 120. Create the payment sessions again.'
    await expectError(money.authorizeAll(edit, stale), 400, 'not_allowed', onlySome)
    const wrong = 'The sum of sessions is not equal to 120 on Payment Collection'
    await expectError(money.payByParts(edit, { provider_id: 'manual', amount: 1200 }), 400, 'invalid_data', wrong)
    await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
    expect(await money.read(edit)).toMatchObject({ status: 'partially_authorized', authorized_amount: 120 })
    expect(await orders.readOrder(order)).toMatchObject({ total: 3720, paid_total: 3720 })
    await expectSuccess(money.authorizeAll(edit, await money.read(edit)))
    await expectSuccess(shop.admin.post(`/admin/payment-collections/${edit.payment_collection_id}/authorize`))
    expect(await money.read(edit)).toMatchObject({ authorized_amount: 120 })
  })

  describe('a partly paid edit that a later edit makes cheaper', () => {
    /** Authorizes one of two sessions of 600. A later edit leaves 120 due. */
    async function partlyPaid(): Promise<{ edit: OrderEdit; order: Order; open: PaymentSession }> {
      const { edit, order, first } = await money.requestEdit()
      const parts = [600, 600].map((amount) => ({ provider_id: 'manual', amount }))
      const { payment_sessions } = (await expectSuccess(money.payByParts(edit, ...parts))).payment_collection
      await expectSuccess(money.authorize(edit, payment_sessions[0]))
      await edits.act(edit, 'confirm')
      const less = await edits.begin(order)
      await edits.change(less, lineOfVariant(less, first), 2)
      await edits.add(less, await shop.given.variant({ prices: [600] }))
      await edits.act(less, 'confirm')
      const open = payment_sessions[1]
      const onlySome = 'The amount due is now 120. Create the payment sessions again.'
      await expectError(money.authorize(edit, open), 400, 'not_allowed', onlySome)
      return { edit, order, open }
    }

    async function expectPaid({ edit, order }: { edit: OrderEdit; order: Order }): Promise<void> {
      expect(await money.read(edit)).toMatchObject({ status: 'partially_authorized', authorized_amount: 720 })
      expect(await orders.readOrder(order)).toMatchObject({ total: 4320, paid_total: 4320 })
    }

    test('the remaining amount can be paid by new sessions', async () => {
      const { edit, order } = await partlyPaid()
      await expectSuccess(money.authorizeAll(edit, await money.payBy(edit, 'manual')))
      await expectPaid({ edit, order })
    })

    test('the remaining amount can be paid by a refreshed session', async () => {
      const { edit, order, open } = await partlyPaid()
      const refresh = ({ id }: Identified) => shop.post(`${money.pathOf(edit)}/sessions/${id}`)
      const { payment_session } = await expectSuccess(refresh(open))
      expect(payment_session).toMatchObject({ amount: 120 })
      await expectSuccess(shop.admin.post(`${adminPathOf(edit)}/authorize`))
      await expectError(refresh(payment_session), 400, 'not_allowed', 'The order has no outstanding amount')
      await expectPaid({ edit, order })
    })
  })

  describe('the amount due after refunds', () => {
    /** An order whose second line is fulfilled and whose confirmed edit of 1200 is unpaid. */
    async function createUnpaidEdit(): Promise<{ edit: OrderEdit; order: Order; first: Variant; item: LineItem }> {
      const { edit, order, first } = await money.requestEdit()
      await orders.act(order, 'capture')
      await edits.act(edit, 'confirm')
      const { items } = await orders.readOrder(order)
      const [, item] = items
      await orders.act(order, 'fulfillment', { items: [{ item_id: item.id, quantity: 1 }] })
      return { edit, order, first, item }
    }

    /** Confirms an edit that reduces the amount due to 120. */
    async function makeCheaper({ order, first }: { order: Order; first: Variant }): Promise<void> {
      const less = await edits.begin(order)
      await edits.change(less, lineOfVariant(less, first), 2)
      await edits.add(less, await shop.given.variant({ prices: [100] }))
      await edits.act(less, 'confirm')
    }

    test('a return that paid a debt is owed to the customer if the order becomes cheaper', async () => {
      const { edit, order, first, item } = await createUnpaidEdit()
      await orders.act(order, 'return', { items: [{ item_id: item.id, quantity: 1 }], receive_now: true })
      expect(await orders.readOrder(order)).toMatchObject({ difference_due: 600, refunded_total: 0 })
      await makeCheaper({ order, first })
      // The customer has paid 3600, and keeps goods for 3720 - 600.
      expect(await orders.readOrder(order)).toMatchObject({ total: 3720, paid_total: 3600, difference_due: -480 })
      await expectError(
        shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: 'manual' }),
        400,
        'not_allowed',
        'The order has no outstanding amount',
      )
    })

    test('a refund with the reason return but without a return is a gift, which is not due', async () => {
      const { edit, order, first } = await createUnpaidEdit()
      await orders.act(order, 'refund', { amount: 600, reason: 'return' })
      await makeCheaper({ order, first })
      expect(await money.payBy(edit, 'manual')).toMatchObject({ payment_sessions: [{ amount: 120 }] })
    })

    test('a refund of a swap is not due again', async () => {
      const { edit, order, first, item } = await createUnpaidEdit()
      const swaps = swapActions(
        () => shop,
        () => ({ region, option }),
      )
      const replacement = await shop.given.variant({ stock: 1 })
      const swap = await swaps.createSwapOf(
        { order },
        {
          return_items: [{ item_id: item.id, quantity: 1 }],
          additional_items: [{ variant_id: replacement.id, quantity: 1 }],
        },
      )
      const adminPathOf = `/admin/orders/${order.id}/swaps/${swap.id}`
      await swaps.confirmSwap({ swap }, option)
      await swaps.changeOrder(`${adminPathOf}/process-payment`)
      await expectSuccess(shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`))
      await swaps.changeOrder(`${adminPathOf}/cancel`)
      expect((await orders.readOrder(order)).refunds).toMatchObject([{ reason: 'swap' }])
      await makeCheaper({ order, first })
      expect(await money.payBy(edit, 'manual')).toMatchObject({ payment_sessions: [{ amount: 120 }] })
    })
  })

  test('a later edit can leave nothing due', async () => {
    const { edit, order, first } = await money.requestEdit()
    const collection = await money.payBy(edit, 'manual')
    await edits.act(edit, 'confirm')
    const less = await edits.begin(order)
    await edits.change(less, lineOfVariant(less, first), 2)
    await edits.act(less, 'confirm')
    const over = 'The order has no outstanding amount'
    await expectError(money.authorizeAll(edit, collection), 400, 'not_allowed', over)
    await expectError(shop.post(`${money.pathOf(edit)}/sessions`, { provider_id: 'manual' }), 400, 'not_allowed', over)
    expect(await money.read(edit)).toMatchObject({ authorized_amount: null, payments: [] })
  })

  test('an unpaid payment collection can be updated and deleted, and a new request creates another', async () => {
    const { edit } = await money.requestEdit()
    await money.payBy(edit, 'manual')
    const { payment_collection } = await expectSuccess(
      shop.admin.post(adminPathOf(edit), { description: 'Later', metadata: { a: 1 } }),
    )
    expect(payment_collection).toMatchObject({ description: 'Later', metadata: { a: 1 } })
    const deletion = { id: edit.payment_collection_id, object: 'payment_collection', deleted: true }
    expect(await expectSuccess(shop.admin.delete(adminPathOf(edit)))).toEqual(deletion)
    expect(await expectSuccess(shop.admin.delete(adminPathOf(edit)))).toEqual(deletion)
    await expectErrorMessage(shop.get(money.pathOf(edit)), 404, /was not found/)
    await expectErrorMessage(edits.answerAsCustomer(edit, 'complete'), 400, /not authorized/)
    const again = await edits.act(edit, 'request')
    expect(again.payment_collection).toMatchObject({ amount: 1200, status: 'not_paid' })
    expect(again.payment_collection_id).not.toBe(edit.payment_collection_id)
    await expectSuccess(money.authorizeAll(again, await money.payBy(again, 'manual')))
    await expectError(
      shop.admin.delete(adminPathOf(again)),
      400,
      'not_allowed',
      'Cannot delete payment collection with status authorized',
    )
  })
})
