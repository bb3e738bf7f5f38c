import { describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { expectError, expectErrorMessage, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import type { Order, OrderEdit, Variant } from '#test/support/resources.ts'

const { shop, orders, edits, placeEditableOrder, stockOf } = await useOrderEditShop()
const { store } = createShopClient({ url: shop.url })

describe('order edits in the storefront', () => {
  async function requestEdit(quantity = 1): Promise<{ order: Order; edit: OrderEdit; first: Variant }> {
    const { order, first } = await placeEditableOrder()
    const draftEdit = await edits.begin(order, { internal_note: 'Difficult' })
    await edits.change(draftEdit, lineOfVariant(draftEdit, first), quantity)
    return { order, edit: await edits.act(draftEdit, 'request'), first }
  }

  test('an edit is returned without internal fields', async () => {
    const { edit } = await requestEdit()
    const { internal_note, created_by, confirmed_by, canceled_by, ...publicFields } = edit
    const { order_edit } = await expectSuccess(shop.get(`/store/order-edits/${edit.id}`))
    expect(Object.keys(order_edit).toSorted()).toEqual(Object.keys(publicFields).toSorted())
    expect(order_edit).toMatchObject({ status: 'requested', difference_due: -1200, total: edit.total })
    const hidden = await shop.get(`/store/order-edits/${edit.id}?fields=internal_note`)
    expect(hidden.status).toBe(400)
    await expectError(shop.get('/store/order-edits/oe_1'), 404, 'not_found', 'Order edit with id oe_1 was not found')
  })

  test('an edit does not expand internal relations', async () => {
    const { edit } = await requestEdit(3)
    const editPath = `/store/order-edits/${edit.id}`
    const publicFields = [
      'items.variant.product',
      'changes.original_line_item.tax_lines',
      'payment_collection.region',
      'payment_collection.payment_sessions',
    ]
    const { order_edit } = await expectSuccess(shop.get(`${editPath}?expand=${publicFields.join()}`))
    expect(order_edit).toMatchObject({
      items: [{ variant: { product: {} } }, {}],
      changes: [{ original_line_item: { tax_lines: [{}] } }],
      payment_collection: { region: {}, payment_sessions: [] },
    })
    for (const hidden of [
      'items.variant.product.collection.products',
      'items.variant.prices.price_list',
      'changes.line_item.variant.product.variants',
      'payment_collection.region.tax_rates',
    ]) {
      const refusal = `Requested fields [${hidden}] are not valid`
      await expectError(shop.get(`${editPath}?expand=${hidden}`), 400, 'invalid_data', refusal)
    }
  })

  test('repeated completions confirm the edit once', async () => {
    const { order, edit, first } = await requestEdit()
    const { body } = await edits.answerAsCustomer(edit, 'complete')
    expect(body.order_edit).toMatchObject({ status: 'confirmed', confirmed_at: expect.any(String) })
    expect((await edits.answerAsCustomer(edit, 'complete')).body).toEqual(body)
    expect(await orders.readOrder(order)).toMatchObject({ total: edit.total })
    expect(await stockOf(first)).toBe(9)
    const refusal = 'Cannot decline an order edit with status confirmed.'
    await expectError(edits.answerAsCustomer(edit, 'decline'), 400, 'not_allowed', refusal)
  })

  test('repeating a completion is allowed after a later edit', async () => {
    const { order, edit, first } = await requestEdit()
    const { body } = await edits.answerAsCustomer(edit, 'complete')
    const next = await edits.begin(order)
    await edits.remove(next, lineOfVariant(next, first))
    await edits.act(next, 'confirm')
    const again = await edits.answerAsCustomer(edit, 'complete')
    expect(again).toMatchObject({ status: 200, body: { order_edit: { confirmed_at: body.order_edit.confirmed_at } } })
  })

  test('a simultaneous completion and confirmation confirm the edit once', async () => {
    const { order, edit, first } = await requestEdit()
    const replies = await Promise.all([edits.answerAsCustomer(edit, 'complete'), edits.send(edit, 'confirm')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await orders.readOrder(order)).toMatchObject({ total: edit.total })
    expect(await stockOf(first)).toBe(9)
  })

  test('a simultaneous completion and decline succeed once', async () => {
    const { edit } = await requestEdit()
    const replies = await Promise.all([
      edits.answerAsCustomer(edit, 'complete'),
      edits.answerAsCustomer(edit, 'decline'),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('declining an edit stores the reason and leaves the order unchanged', async () => {
    const { order, edit } = await requestEdit()
    const { body } = await edits.answerAsCustomer(edit, 'decline', { declined_reason: 'Too late' })
    expect(body.order_edit).toMatchObject({ status: 'declined', declined_reason: 'Too late', declined_by: null })
    expect((await edits.answerAsCustomer(edit, 'decline')).body).toEqual(body)
    await expectError(
      edits.answerAsCustomer(edit, 'complete'),
      400,
      'not_allowed',
      'Cannot complete an order edit with status declined',
    )
    await expectError(edits.send(edit, 'cancel'), 400, 'not_allowed', 'Cannot cancel order edit with status declined')
    await expectErrorMessage(
      edits.send(edit, 'request'),
      400,
      'Cannot request a confirmation of an order edit with status declined',
    )
    expect(await orders.readOrder(order)).toMatchObject({ total: order.total })
  })

  test('a completion needs a requested and fully paid edit', async () => {
    const { order, first } = await placeEditableOrder()
    const edit = await edits.begin(order)
    await expectError(
      edits.answerAsCustomer(edit, 'complete'),
      400,
      'not_allowed',
      'Cannot complete an order edit with status created',
    )
    await expectError(
      edits.answerAsCustomer(edit, 'decline'),
      400,
      'not_allowed',
      'Cannot decline an order edit with status created.',
    )
    for (const answer of [store.orderEdits.complete, store.orderEdits.decline])
      await expectReason(answer.mutate({ id: edit.id }), { name: 'order_edit_status', status: 'created' })
    await edits.change(edit, lineOfVariant(edit, first), 3)
    await edits.act(edit, 'request')
    const refusal = 'Unable to complete an order edit if the payment is not authorized'
    await expectError(edits.answerAsCustomer(edit, 'complete'), 400, 'not_allowed', refusal)
  })
})
