import type { CartOptions } from './cart-options.ts'
import { expectSuccess } from './expect-success.ts'
import { firstLineQuantity } from './order-actions.ts'
import type { Identified, Order, Region, Variant } from './resources.ts'
import type { Caller, TestShop } from './shop.ts'

interface Factories {
  region(): Promise<Region>
  variant(): Promise<Variant>
  freeShippingOption(region: Identified): Promise<Identified>
  order(options?: CartOptions): Promise<Order>
}

/** The requests that bring a new order edit into each status. */
const EDIT_REQUESTS = {
  created: [],
  requested: ['request'],
  confirmed: ['request', 'confirm'],
  canceled: ['cancel'],
} as const

/** Factories for draft orders and for orders after their sale. Each of them places its own order. */
export function orderStates(shop: Pick<TestShop, 'admin'> & Caller, given: Factories) {
  async function draftOrder({ region, lines, email = 'draft@example.com', option, ...more }: DraftOptions = {}) {
    const { id: region_id } = region ?? (await given.region())
    const items = (lines ?? [[await given.variant(), 1] as const]).map(([{ id }, quantity]) => ({
      variant_id: id,
      quantity,
    }))
    const option_id = (option ?? (await given.freeShippingOption({ id: region_id }))).id
    const body = { email, region_id, items, shipping_methods: [{ option_id }], ...more }
    return (await expectSuccess(shop.admin.post('/admin/draft-orders', body))).draft_order
  }

  /** Places an order, captures its payment and fulfills its first line. */
  async function fulfilledOrder(options: CartOptions = {}): Promise<Order> {
    const region = options.region ?? (await given.region())
    const option = options.option ?? (await given.freeShippingOption(region))
    const order = await given.order({ ...options, region, option })
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
    const items = firstLineQuantity(order, order.items[0].quantity)
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/fulfillment`, { items }))
    return order
  }

  /** Returns one unit of the first line. */
  async function returnedOrder(status: 'requested' | 'received', options?: CartOptions) {
    const order = await fulfilledOrder(options)
    const body = { items: firstLineQuantity(order, 1), receive_now: status === 'received' }
    const { returns } = (await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/return`, body))).order
    return { order, returnId: lastId(returns) }
  }

  /** Exchanges one unit of the first line for one unit of the same variant. */
  async function swap(status: 'created' | 'paid' | 'canceled', options?: CartOptions) {
    const order = await fulfilledOrder(options)
    const at = `/admin/orders/${order.id}/swaps` as const
    const additional_items = [{ variant_id: order.items[0].variant_id, quantity: 1 }]
    const body = { return_items: firstLineQuantity(order, 1), additional_items }
    const { swaps } = (await expectSuccess(shop.admin.post(at, body))).order
    const id = lastId(swaps)
    const { swap } = await expectSuccess(shop.admin.get(`/admin/swaps/${id}`))
    const cart = `/store/carts/${swap.cart_id}` as const
    if (status === 'paid') {
      const { id: option_id } = await given.freeShippingOption(order.region)
      await expectSuccess(shop.post(`${cart}/shipping-methods`, { option_id }))
      await expectSuccess(shop.post(`${cart}/payment-sessions`))
      await expectSuccess(shop.post(`${cart}/complete`))
    }
    if (status === 'canceled') {
      await expectSuccess(shop.admin.post(`/admin/returns/${swap.return_order.id}/cancel`))
      await expectSuccess(shop.admin.post(`${at}/${id}/cancel`))
    }
    return { order, swap: (await expectSuccess(shop.admin.get(`/admin/swaps/${id}`))).swap }
  }

  /** Claims one unit of the first line. The replacement has one unit of the same variant. */
  async function claim(type: 'refund' | 'replace', options?: CartOptions) {
    const order = await fulfilledOrder(options)
    const [{ id, variant_id }] = order.items
    const body = {
      type,
      claim_items: [{ item_id: id, quantity: 1, reason: 'missing_item' }],
      ...(type === 'replace' ? { additional_items: [{ variant_id, quantity: 1 }] } : {}),
    }
    const { claims } = (await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/claims`, body))).order
    return { order, claim: claims.find((one) => one.id === lastId(claims)) }
  }

  /** Edits a new order: the first line gets one more unit. */
  async function orderEdit(status: keyof typeof EDIT_REQUESTS | 'declined', options: CartOptions = {}) {
    const order = await given.order(options)
    const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
    const { id, items } = order_edit
    const [item] = items
    const quantity = (item?.quantity ?? 0) + 1
    await expectSuccess(shop.admin.post(`/admin/order-edits/${id}/items/${item?.id}`, { quantity }))
    for (const verb of EDIT_REQUESTS[status === 'declined' ? 'requested' : status])
      await expectSuccess(shop.admin.post(`/admin/order-edits/${id}/${verb}`))
    if (status === 'declined') await expectSuccess(shop.post(`/store/order-edits/${id}/decline`, {}))
    return (await expectSuccess(shop.admin.get(`/admin/order-edits/${id}`))).order_edit
  }

  return { draftOrder, fulfilledOrder, returnedOrder, swap, claim, orderEdit }
}

interface DraftOptions extends Pick<CartOptions, 'region' | 'lines' | 'email' | 'option'> {
  customer_id?: string
  discounts?: readonly { code: string }[]
  metadata?: object
}

function lastId(rows: readonly Identified[]): string {
  const row = rows.at(-1)
  if (!row) throw new Error('The list is empty')
  return row.id
}
