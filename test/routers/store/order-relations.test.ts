import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'

const { shop, region, option, orders, edits, placeEditableOrder } = await useOrderEditShop()

type Buyer = Awaited<ReturnType<typeof shop.given.customer>>

const orderOf = async (buyer: Buyer, expand: string) =>
  (await expectSuccess(buyer.get(`/store/customers/me/orders?fields=id&expand=${expand}`))).orders[0]

test('an order expands its cart, currency, options, regions and gift cards', async () => {
  const buyer = await shop.given.customer()
  const discount = await shop.given.discount(region)
  const card = await shop.given.giftCard(region, 100)
  const placedOrder = await shop.given.order({
    ...{ region, option, by: buyer, email: buyer.email },
    ...{ discounts: [discount.code], gift_cards: [card.code] },
  })
  const paths = ['cart.items', 'currency', 'items.variant.options', 'items.variant.product.profiles']
  const more = ['discounts.regions', 'region.payment_providers', 'gift_card_transactions.gift_card']
  const order = await orderOf(buyer, [...paths, ...more].join())
  expect(order).toMatchObject({
    cart: { id: placedOrder.cart_id, email: buyer.email, items: [{ id: placedOrder.items[0].id }] },
    currency: { code: 'eur' },
    items: [{ variant: { options: [{ value: 'V0' }], product: { profiles: [{ type: 'default' }] } } }],
    discounts: [{ regions: [{ id: region.id }] }],
    region: { payment_providers: [{ id: 'manual' }] },
    gift_card_transactions: [{ gift_card: { id: card.id } }],
  })
  const { cart } = await expectSuccess(shop.get(`/store/carts/${placedOrder.cart_id}`))
  const { items, ...columns } = order.cart
  expect(Object.keys(cart)).toEqual(expect.arrayContaining(Object.keys(columns)))
})

test('an order expands an edit only after its request and without internal fields', async () => {
  const buyer = await shop.given.customer()
  const { order, first } = await placeEditableOrder({ by: buyer, email: buyer.email })
  const draftEdit = await edits.begin(order, { internal_note: 'Difficult' })
  await edits.change(draftEdit, lineOfVariant(draftEdit, first), 1)
  expect((await orderOf(buyer, 'edits')).edits).toEqual([])
  await edits.act(draftEdit, 'request')
  const expandedEdits = (await orderOf(buyer, 'edits.items,edits.changes.line_item')).edits
  expect(expandedEdits).toMatchObject([
    { id: draftEdit.id, status: 'requested', items: [{}, {}], changes: [{ line_item: {} }] },
  ])
  for (const hidden of ['internal_note', 'created_by', 'confirmed_by', 'canceled_by'])
    expect(expandedEdits[0]).not.toHaveProperty(hidden)
})

test('an order expands its draft without cart and metadata', async () => {
  const buyer = await shop.given.customer()
  const owner = { email: buyer.email, customer_id: buyer.id }
  const draftOrder = await shop.given.draftOrder({ region, option, ...owner, metadata: { margin: 'thin' } })
  const paid = await expectSuccess(shop.admin.post(`/admin/draft-orders/${draftOrder.id}/pay`))
  const order = await orderOf(buyer, 'draft_order,cart.items')
  expect(order).toMatchObject({ id: paid.order.id, draft_order: { id: draftOrder.id, status: 'completed' } })
  expect(order.cart).toBeNull()
  for (const hidden of ['metadata', 'no_notification_order']) expect(order.draft_order).not.toHaveProperty(hidden)
})

test('an order expands a claim without internal notes', async () => {
  const buyer = await shop.given.customer()
  const placedOrder = await shop.given.order({ region, option, by: buyer, email: buyer.email })
  await orders.act(placedOrder, 'capture')
  const fulfilledOrder = await orders.fulfillFirstLine(placedOrder)
  await orders.act(placedOrder, 'shipment', { fulfillment_id: fulfilledOrder.fulfillments[0].id })
  const [item] = placedOrder.items
  const claimItem = { item_id: item.id, quantity: 1, reason: 'missing_item', note: 'A liar', tags: ['suspicious'] }
  await orders.act(placedOrder, 'claims', { type: 'refund', claim_items: [claimItem] })
  const { claims } = await orderOf(buyer, 'claims.claim_items.images,claims.claim_items.item')
  expect(claims).toMatchObject([{ claim_items: [{ item: { id: item.id }, images: [], quantity: 1 }] }])
  for (const hidden of ['note', 'tags', 'metadata']) expect(claims[0].claim_items[0]).not.toHaveProperty(hidden)
})

test('internal relations and relations to other customers are rejected', async () => {
  const buyer = await shop.given.customer()
  for (const path of [
    ...['customer.orders', 'cart.customer', 'cart.payment_sessions', 'draft_order.cart', 'edits.order'],
    ...['discounts.regions.tax_rates', 'items.variant.prices', 'items.variant.product.collection.products'],
    ...['claims.claim_items.tags', 'claims.claim_items.variant', 'gift_card_transactions.gift_card.order'],
  ]) {
    const reply = await buyer.get(`/store/customers/me/orders?expand=${path}`)
    expect([path, reply.status, reply.body.type]).toEqual([path, 400, 'invalid_data'])
  }
  const { id } = await shop.given.order({ region, option })
  for (const path of ['cart', 'currency', 'edits', 'draft_order', 'claims.claim_items', 'discounts.regions'])
    await expectError(
      shop.get(`/store/orders/${id}?expand=${path}`),
      400,
      'invalid_data',
      `Requested fields [${path}] are not valid`,
    )
})
