import { Cart } from '#entities/cart/cart/cart.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { Fulfillment } from '#entities/orders/fulfillment/fulfillment.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Return } from '#entities/orders/return/return.ts'
import { Canaries } from './canaries.ts'
import { changeRows } from './change-rows.ts'
import { expectOrder, expectSuccess } from './factories.ts'
import { firstLineQuantity, orderActions } from './order-actions.ts'
import type { Identified, Order as OrderBody, Region, ShippingOption, Variant } from './resources.ts'
import type { Caller, TestShop } from './shop.ts'

export interface PlantedPerson {
  canaries: Canaries
  email: string
  password: string
  /** The customer with an account. */
  id: string
  caller: Caller
  orders: OrderBody[]
}

interface Market {
  region: Region
  option: ShippingOption
  variant: Variant
}

/**
 * Writes canaries into every text of a customer by requests: the account, carts of a guest and of the account, orders with
 * returns, claims, swaps and edits, notes, files, saved responses and the audit log.
 */
export async function plantCanaries(shop: TestShop, market: Market, name: string): Promise<PlantedPerson> {
  const canaries = new Canaries(name)
  const { text, metadata, address } = canaries
  const [country] = market.region.countries
  const email = canaries.email()
  const password = `correct horse ${name}`
  const names = { first_name: text(), last_name: text(), phone: text() }
  const { customer } = await expectSuccess(shop.post('/store/customers', { email, password, ...names }))
  const { access_token } = await expectSuccess(shop.post('/store/auth/token', { email, password }))
  const caller = shop.as({ authorization: `Bearer ${access_token}` })
  const person = { canaries, email, password, id: customer.id, caller, orders: [] as OrderBody[] }

  await expectSuccess(
    caller.post('/store/customers/me', { metadata: metadata(20), billing_address: address(country.iso_2) }),
  )
  for (let i = 0; i < 3; i++)
    await expectSuccess(caller.post('/store/customers/me/addresses', { address: address(country.iso_2) }))
  // The audit log has the old and the new values.
  for (let i = 0; i < 2; i++)
    await expectSuccess(
      shop.admin.post(`/admin/customers/${customer.id}`, {
        first_name: text(),
        last_name: text(),
        metadata: metadata(3),
      }),
    )
  await shop.get(`/store/auth/${email}`)
  await shop.post('/store/customers/password-token', { email })
  await note(shop, person, { type: 'customer', id: customer.id })
  await expectSuccess(buyerCart(market, person, shop))
  await changeOrders(shop, market, person)
  return person
}

async function buyerCart({ region, option, variant }: Market, { canaries, email }: PlantedPerson, by: Caller) {
  const { text, metadata, address } = canaries
  const [country] = region.countries
  const items = [{ variant_id: variant.id, quantity: 2, metadata: metadata(3) }]
  const key = { 'idempotency-key': crypto.randomUUID() }
  const { cart } = await expectSuccess(
    by.post(
      '/store/carts',
      { region_id: region.id, items, context: { ip: text(), user_agent: text(), note: text() } },
      key,
    ),
  )
  const addresses = { shipping_address: address(country.iso_2), billing_address: address(country.iso_2) }
  await expectSuccess(by.post(`/store/carts/${cart.id}`, { email, ...addresses }))
  await expectSuccess(
    by.post(`/store/carts/${cart.id}/shipping-methods`, {
      option_id: option.id,
      data: { pickup: text(), note: text() },
    }),
  )
  await expectSuccess(by.post(`/store/carts/${cart.id}/payment-sessions`))
  return by.post(`/store/carts/${cart.id}/payment-sessions/manual`, { data: {} })
}

async function placeOrder(market: Market, person: PlantedPerson, by: Caller): Promise<OrderBody> {
  const { cart } = await expectSuccess(buyerCart(market, person, by))
  const key = { 'idempotency-key': crypto.randomUUID() }
  const order = await expectOrder(by.post(`/store/carts/${cart.id}/complete`, {}, key))
  person.orders.push(order)
  return order
}

async function changeOrders(shop: TestShop, market: Market, person: PlantedPerson): Promise<void> {
  const { canaries } = person
  const { text, metadata, address } = canaries
  const { act } = orderActions(() => shop)
  const [country] = market.region.countries

  for (const by of [shop, person.caller, shop, person.caller]) {
    const order = await placeOrder(market, person, by)
    await act(order, 'capture')
    const items = firstLineQuantity(order, 2)
    const { fulfillments } = await act(order, 'fulfillment', { items })
    await act(order, 'shipment', { fulfillment_id: fulfillments[0].id, tracking_numbers: [text(), text()] })
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}`, { shipping_address: address(country.iso_2) }))
    await note(shop, person, { type: 'order', id: order.id })
  }
  const [returned, claimed, swapped, edited] = person.orders as [OrderBody, OrderBody, OrderBody, OrderBody]

  const [item] = firstLineQuantity(returned, 1)
  await act(returned, 'return', { items: [{ ...item, note: text() }], receive_now: true })
  await act(returned, 'refund', { amount: 10, reason: 'other', note: text() })

  const claim_items = [
    { ...firstLineQuantity(claimed, 1)[0], reason: 'other', note: text(), images: [await upload(shop, text())] },
  ]
  const { claims } = await act(claimed, 'claims', {
    ...{ type: 'refund', claim_items, metadata: metadata(2) },
    refund_amount: 10,
    shipping_address: address(country.iso_2),
  })
  await act(claimed, `claims/${claims[0].id}`, { metadata: metadata(2) })

  const additional_items = [{ variant_id: market.variant.id, quantity: 1 }]
  const { swaps } = await act(swapped, 'swaps', { return_items: firstLineQuantity(swapped, 1), additional_items })
  const { swap } = await expectSuccess(shop.admin.get(`/admin/swaps/${swaps[0].id}`))
  await expectSuccess(shop.post(`/store/carts/${swap.cart_id}`, { shipping_address: address(country.iso_2) }))
  await expectSuccess(shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`))
  await act(swapped, `swaps/${swap.id}/cancel`)

  const { order_edit } = await expectSuccess(
    shop.admin.post('/admin/order-edits', { order_id: edited.id, internal_note: text() }),
  )
  await expectSuccess(
    shop.admin.post(`/admin/order-edits/${order_edit.id}/items`, {
      variant_id: market.variant.id,
      quantity: 1,
      metadata: metadata(2),
    }),
  )
  await expectSuccess(shop.admin.post(`/admin/order-edits/${order_edit.id}/request`))
  await expectSuccess(shop.post(`/store/order-edits/${order_edit.id}/decline`, { declined_reason: text() }))

  const draft = await shop.given.draftOrder({
    region: market.region,
    option: market.option,
    lines: [[market.variant, 1]],
    email: person.email,
    metadata: metadata(3),
  })
  await expectSuccess(shop.admin.post(`/admin/draft-orders/${draft.id}`, { shipping_address: address(country.iso_2) }))
  await expectSuccess(shop.admin.delete(`/admin/draft-orders/${draft.id}`))
  for (const order of person.orders) await plantByImport(shop, canaries, order)
}

/** Writes the columns that only the import of a Medusa v1 shop sets. */
async function plantByImport(shop: TestShop, { text, metadata }: Canaries, { id, cart_id }: OrderBody): Promise<void> {
  await changeRows(shop, Order, { id }, { metadata: metadata(3) })
  await changeRows(shop, Cart, { id: cart_id ?? '' }, { metadata: metadata(2) })
  await changeRows(shop, Payment, { order_id: id }, { metadata: metadata(1), data: { id: 'intent', receipt: text() } })
  await changeRows(shop, Fulfillment, { order_id: id }, { metadata: metadata(1), data: { label: text() } })
  await changeRows(shop, PaymentSession, { cart_id }, { data: { id: 'intent', holder: text() } })
  await changeRows(shop, Return, { order_id: id }, { metadata: metadata(1), shipping_data: { label: text() } })
  await changeRows(shop, Refund, { order_id: id }, { metadata: metadata(1) })
}

async function note(
  shop: TestShop,
  { canaries }: PlantedPerson,
  { type, id }: Identified & { type: string },
): Promise<void> {
  const body = { resource_type: type, resource_id: id, value: canaries.text() }
  const { note } = await expectSuccess(
    shop.admin.post('/admin/notes', body, { 'idempotency-key': crypto.randomUUID() }),
  )
  await expectSuccess(shop.admin.post(`/admin/notes/${note.id}`, { value: canaries.text() }))
}

/** Uploads a public file with a canary in its name and in its content. Returns the URL. */
async function upload({ url, token }: TestShop, text: string): Promise<string> {
  const form = new FormData()
  form.append('files', new Blob([text]), `${text}.txt`)
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${url}/admin/uploads`, { method: 'POST', headers, body: form })
  return ((await reply.json()) as { uploads: { url: string }[] }).uploads[0]?.url ?? ''
}
