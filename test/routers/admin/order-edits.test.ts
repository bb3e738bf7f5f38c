import { describe, expect, test } from 'vitest'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import type { LineItem } from '#test/support/resources.ts'

const { shop, region, orders, edits, placeEditableOrder, stockOf } = await useOrderEditShop()

describe('creating an order edit', () => {
  test('a new edit clones the lines of the order and has their totals', async () => {
    const { order } = await placeEditableOrder()
    const edit = await edits.begin(order, { internal_note: 'By phone', created_by: 'usr_somebody' })
    expect(edit).toMatchObject({
      id: expect.stringMatching(/^oe_/),
      order_id: order.id,
      status: 'created',
      internal_note: 'By phone',
      created_by: (await expectSuccess(shop.admin.get('/admin/auth'))).user.id,
      changes: [],
      total: order.total,
      difference_due: 0,
      payment_collection: null,
      payment_collection_id: null,
    })
    expect(edit.items.map(withoutOwn)).toEqual((await orders.readOrder(order)).items.map(withoutOwn))
    expect(edit.items.map((item) => item.original_item_id)).toEqual(order.items.map(({ id }) => id))
    expect((await orders.readOrder(order)).items.map(({ id }) => id)).toEqual(order.items.map(({ id }) => id))
  })

  test('an order has at most one active edit', async () => {
    const { order } = await placeEditableOrder()
    const first = await edits.begin(order)
    const reply = shop.admin.post('/admin/order-edits', { order_id: order.id })
    await expectError(reply, 400, 'invalid_data', `An active order edit already exists for the order ${order.id}`)
    await edits.act(first, 'cancel')
    const second = await edits.begin(order)
    const { body } = await shop.admin.get(`/admin/order-edits?order_id=${order.id}`)
    expect(body).toMatchObject({ count: 2, limit: 20, offset: 0 })
    expect(body.order_edits.map(({ id }) => id)).toEqual([second.id, first.id])
    const oldest = await expectSuccess(shop.admin.get(`/admin/order-edits?order_id=${order.id}&order=created_at`))
    expect(oldest.order_edits.map(({ id }) => id)).toEqual([first.id, second.id])
    const { edits: known } = (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}?expand=edits.changes`)))
      .order
    expect(known.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  test('an edit can be searched by its note, updated and deleted', async () => {
    const { order } = await placeEditableOrder()
    const edit = await edits.begin(order)
    const editWithNote = (await expectSuccess(shop.admin.post(edits.pathOf(edit), { internal_note: 'Blue 50%_' })))
      .order_edit
    expect(editWithNote.internal_note).toBe('Blue 50%_')
    const found = (await shop.admin.get('/admin/order-edits?q=50%25_')).body.order_edits
    expect(found.map(({ id }) => id)).toEqual([edit.id])
    const bare = (await expectSuccess(shop.admin.post(edits.pathOf(edit), { internal_note: null }))).order_edit
    expect(bare.internal_note).toBeNull()
    const deletion = { id: edit.id, object: 'order_edit', deleted: true }
    expect(await expectSuccess(shop.admin.delete(edits.pathOf(edit)))).toEqual(deletion)
    expect(await expectSuccess(shop.admin.delete(edits.pathOf(edit)))).toEqual(deletion)
    await expectError(
      shop.admin.get(edits.pathOf(edit)),
      404,
      'not_found',
      `Order edit with id ${edit.id} was not found`,
    )
  })

  test('an edit is returned with the requested fields and relations', async () => {
    const edit = await edits.begin((await placeEditableOrder()).order)
    const { order_edit } = await expectSuccess(
      shop.admin.get(`${edits.pathOf(edit)}?expand=order.items&fields=id,status`),
    )
    expect(Object.keys(order_edit).toSorted()).toEqual(
      [...TOTALS, 'difference_due', 'id', 'order', 'status'].toSorted(),
    )
    expect(order_edit.order.items).toHaveLength(2)
    const { body } = await shop.admin.get(`/admin/orders/${edit.order_id}?expand=items.order_edit.items`)
    expect(body.order.items[0].order_edit).toBeNull()
  })
})

const TOTALS = [
  'discount_total',
  'gift_card_tax_total',
  'gift_card_total',
  'shipping_total',
  'subtotal',
  'tax_total',
  'total',
]

const withoutOwn = ({
  id,
  created_at,
  updated_at,
  cart_id,
  order_id,
  order_edit_id,
  original_item_id,
  variant,
  ...line
}: LineItem) => ({
  ...line,
  adjustments: line.adjustments.map(({ amount, discount_id }) => ({ amount, discount_id })),
  tax_lines: line.tax_lines.map(({ rate, name, code }) => ({ rate, name, code })),
})

describe('changing an order edit', () => {
  test('changes use the taxes and discounts of the order and leave the order unchanged', async () => {
    const discount = await shop.given.discount(region, { type: 'fixed', value: 300, allocation: 'total' })
    const { order, first, second } = await placeEditableOrder({ discounts: [discount.code] })
    const third = await shop.given.variant({ prices: [700], stock: 4 })
    const draftEdit = await edits.begin(order)
    await edits.change(draftEdit, lineOfVariant(draftEdit, first), 3)
    await edits.remove(draftEdit, lineOfVariant(draftEdit, second))
    const edit = await edits.add(draftEdit, third, 4)
    // 3000 + 2800 − 300 = 5500, with 20 % and shipping of 600 7200; before 2500 − 300 = 2200, with both 3240.
    expect(edit).toMatchObject({
      subtotal: 5800,
      discount_total: 300,
      shipping_total: 500,
      total: 7200,
      difference_due: 3960,
    })
    const taken = edit.items.flatMap(({ adjustments }) => [...adjustments])
    expect(taken.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(300)
    expect(edit.changes.map(({ type }) => type)).toEqual(['item_update', 'item_remove', 'item_add'])
    expect(edit.changes[1]).toMatchObject({
      id: expect.stringMatching(/^oic_/),
      line_item: null,
      original_line_item: { id: lineOfVariant(order, second).id, variant: { id: second.id } },
    })
    expect(await orders.readOrder(order)).toMatchObject({ total: 3240 })
    expect(await stockOf(first)).toBe(8)
  })

  test('a changed line keeps its price, and an added line has the current price', async () => {
    const { order, first } = await placeEditableOrder()
    await shop.admin.post(`/admin/products/${first.product_id}/variants/${first.id}`, {
      prices: [{ currency_code: 'eur', amount: 9000 }],
    })
    const draftEdit = await edits.begin(order)
    await edits.change(draftEdit, lineOfVariant(draftEdit, first), 3)
    const edit = await edits.add(draftEdit, first)
    expect(edit.items.map(({ unit_price }) => unit_price)).toEqual([1000, 500, 9000])
  })

  test('a change of an order edit can be undone', async () => {
    const { order, first, second } = await placeEditableOrder()
    const draftEdit = await edits.begin(order)
    await edits.change(draftEdit, lineOfVariant(draftEdit, first), 5)
    await edits.change(draftEdit, lineOfVariant(draftEdit, first), 3)
    await edits.remove(draftEdit, lineOfVariant(draftEdit, second))
    const edit = await edits.add(draftEdit, second)
    expect(edit.changes).toHaveLength(3)
    for (const change of edit.changes) {
      const deletion = { id: change.id, object: 'item_change', deleted: true }
      expect(await edits.undo(edit, change)).toEqual(deletion)
    }
    const { items, changes, difference_due } = await edits.read(edit)
    expect({ changes, difference_due }).toEqual({ changes: [], difference_due: 0 })
    expect(items.map(withoutOwn)).toEqual((await orders.readOrder(order)).items.map(withoutOwn))
  })

  test('removing a changed line from an order edit replaces the change', async () => {
    const { order, first } = await placeEditableOrder()
    const draftEdit = await edits.begin(order)
    await edits.change(draftEdit, lineOfVariant(draftEdit, first), 5)
    const edit = await edits.remove(draftEdit, lineOfVariant(draftEdit, first))
    expect(edit.changes).toMatchObject([{ type: 'item_remove', original_line_item_id: lineOfVariant(order, first).id }])
    expect(await edits.remove(draftEdit, lineOfVariant(draftEdit, first))).toEqual(edit)
  })

  test('an invalid change of an order edit is rejected', async () => {
    const { order, first } = await placeEditableOrder()
    const other = await edits.begin((await placeEditableOrder()).order)
    const edit = await edits.begin(order)
    const line = lineOfVariant(edit, first)
    const variant = await shop.given.variant({ stock: 1 })
    const path = edits.pathOf(edit)
    const post = (subpath: string, body: object) => shop.admin.post(`${path}${subpath}`, body)
    const foreign = `Invalid line item id ${other.items[0].id} it does not belong to the same order edit ${order.id}.`
    await expectError(post(`/items/${other.items[0].id}`, { quantity: 1 }), 400, 'invalid_data', foreign)
    await expectError(shop.admin.delete(`${path}/items/${other.items[0].id}`), 400, 'invalid_data', foreign)
    await expectError(post('/items/nothing', { quantity: 1 }), 404, 'not_found', 'Line item with nothing was not found')
    await expectErrorMessage(post(`/items/${line.id}`, { quantity: 0 }), 400, 'quantity must not be less than 1')
    await expectErrorMessage(
      post('/items', { variant_id: variant.id, quantity: 1.5 }),
      400,
      'quantity must be an integer number',
    )
    const short = `Variant with id: ${variant.id} does not have the required inventory`
    await expectError(
      post('/items', { variant_id: variant.id, quantity: 2 }),
      400,
      'not_allowed',
      short,
      'insufficient_inventory',
    )
    await expectErrorMessage(post(`/items/${line.id}`, { quantity: 11 }), 400, /required inventory/)
    await expectErrorMessage(
      post('/items', { variant_id: 'nothing', quantity: 1 }),
      400,
      'Unable to generate the line items, some variant has not been found: nothing',
    )
    const added = await edits.add(edit, variant)
    const ownLine = `Invalid line item id ${lineOfVariant(added, variant).id} it does not belong to the same order edit ${order.id}.`
    await expectError(
      shop.admin.delete(`${path}/items/${lineOfVariant(added, variant).id}`),
      400,
      'invalid_data',
      ownLine,
    )
    await expectErrorMessage(
      shop.admin.delete(`${edits.pathOf(other)}/changes/${added.changes[0].id}`),
      400,
      `The item change you are trying to delete doesn't belong to the OrderEdit with id: ${other.id}.`,
    )
    await expectErrorMessage(shop.admin.delete(`${path}/changes/nothing`), 404, /was not found/)
    await expectErrorMessage(shop.admin.delete(`/admin/order-edits/nothing/changes/nothing`), 404, /was not found/)
    expect(await edits.read(edit)).toEqual(added)
  })

  test('the total of an order edit is limited', async () => {
    const { order } = await placeEditableOrder({
      discounts: [(await shop.given.discount(region, { value: 100 })).code],
    })
    const { id: variant_id } = await shop.given.variant({ prices: [2_000_000], stock: 1_000_000 })
    const path = `${edits.pathOf(await edits.begin(order))}/items`
    const tooLarge = 'The total of the order is too large'
    await expectError(shop.admin.post(path, { variant_id, quantity: 1_000_000 }), 400, 'invalid_data', tooLarge)
  })

  test('a requested edit cannot be changed', async () => {
    const { order, first } = await placeEditableOrder()
    const edit = await edits.begin(order)
    await expectError(
      edits.send(edit, 'request'),
      400,
      'invalid_data',
      'Cannot request a confirmation on an edit with no changes',
    )
    await edits.change(edit, lineOfVariant(edit, first), 1)
    const requested = await edits.act(edit, 'request')
    expect(requested).toMatchObject({ status: 'requested', requested_by: requested.created_by })
    const { id } = lineOfVariant(edit, first)
    const kept = `Can not update an item on the order edit ${edit.id} with the status requested`
    await expectErrorMessage(shop.admin.post(`${edits.pathOf(edit)}/items/${id}`, { quantity: 2 }), 400, kept)
    await expectErrorMessage(shop.admin.delete(`${edits.pathOf(edit)}/items/${id}`), 400, kept)
    await expectError(
      shop.admin.post(`${edits.pathOf(edit)}/items`, { variant_id: first.id, quantity: 1 }),
      400,
      'not_allowed',
      'Can not add an item to the edit with status requested',
    )
    await expectErrorMessage(
      shop.admin.delete(`${edits.pathOf(edit)}/changes/${requested.changes[0].id}`),
      400,
      'Cannot delete an item change from an order edit with status requested',
    )
    await expectError(
      shop.admin.delete(edits.pathOf(edit)),
      400,
      'not_allowed',
      'Cannot delete order edit with status requested',
    )
    expect(await edits.act(edit, 'request')).toEqual(requested)
  })
})

test('an order edit records events', async () => {
  const { order, first } = await placeEditableOrder()
  const { order: other } = await placeEditableOrder()
  const [last] = await shop.orm.em.fork().execute<[{ id: number }]>('select max(id)::int as id from event')
  const edit = await edits.begin(order)
  const changed = await edits.change(edit, lineOfVariant(edit, first), 1)
  const [change] = changed.changes
  await edits.undo(edit, change)
  await edits.change(edit, lineOfVariant(edit, first), 1)
  await shop.admin.post(edits.pathOf(edit), { internal_note: 'Hm' })
  await edits.act(edit, 'request')
  await edits.act(edit, 'confirm')
  const second = await edits.begin(other)
  await edits.act(second, 'cancel')
  const events = await shop.orm.em
    .fork()
    .execute<{ name: string; payload: Record<string, unknown> }[]>(
      `select name, payload from event where id > ? order by id`,
      [last.id],
    )
  expect(events.map(({ name }) => name)).toEqual([
    'order-edit.created',
    'order-edit-item-change.CREATED',
    'order-edit-item-change.DELETED',
    'order-edit-item-change.CREATED',
    'order-edit.updated',
    'order-edit.requested',
    'order-edit.confirmed',
    'order-edit.created',
    'order-edit.canceled',
  ])
  expect(events[0]?.payload).toEqual({ id: edit.id })
  expect(events[2]?.payload).toEqual({ id: change.id })
})
