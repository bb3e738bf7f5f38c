import type { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import type { DemoCallers, Order } from './demo-callers.ts'
import type { DemoMarket } from './furnish-market.ts'

export interface DemoShop extends Pick<DemoCallers, 'admin' | 'declined' | 'storeFor'> {
  market: DemoMarket
  /** Has one slot, so that the numbers of the orders have the order of their times. */
  completions: WorkSlots
}

/** The part of an order that does not change. */
export type PlacedOrder = Pick<Order, 'id' | 'display_id' | 'total' | 'region_id' | 'items'>

/** An operation after the sale. */
type Step = (shop: DemoShop, order: PlacedOrder) => Promise<unknown>

/** The steps of an order, each with the number of days after the placement. */
type Story = readonly (readonly [days: number, step: Step])[]

/** Without its rows, an order is read faster. */
const BRIEF = { fields: 'id', expand: '' }

const linesOf = ({ items }: PlacedOrder) => (items ?? []).map(({ id, quantity }) => ({ item_id: id, quantity }))

const lastOf = <Row>(rows: readonly Row[] | null | undefined): Row => {
  const last = rows?.at(-1)
  if (!last) throw new Error('The demo order has no row for the next operation')
  return last
}

const firstUnit = (order: PlacedOrder) => ({ ...lastOf(linesOf(order).slice(0, 1)), quantity: 1 })
const trackingNumber = ({ display_id }: PlacedOrder) => `CW${String(48_100_000 + display_id * 7919)}`

const readRelation = async ({ admin }: DemoShop, { id }: PlacedOrder, expand: string): Promise<Order> =>
  (await admin.orders.get({ id, fields: 'id', expand })).order

const capture: Step = ({ admin }, { id }) => admin.orders.capture({ id, ...BRIEF })
const pack: Step = ({ admin }, order) =>
  admin.orders.createFulfillment({ id: order.id, items: linesOf(order), ...BRIEF })
/** A confirmed edit replaces the lines of the order. */
const packEdited: Step = async (shop, order) => pack(shop, { ...order, ...(await readRelation(shop, order, 'items')) })
const packFirstUnit: Step = ({ admin }, order) =>
  admin.orders.createFulfillment({ id: order.id, items: [firstUnit(order)], ...BRIEF })
const ship: Step = async (shop, order) => {
  const { fulfillments } = await readRelation(shop, order, 'fulfillments')
  const shipment = { fulfillment_id: lastOf(fulfillments).id, tracking_numbers: [trackingNumber(order)] }
  await shop.admin.orders.createShipment({ id: order.id, ...shipment, ...BRIEF })
}
const complete: Step = ({ admin }, { id }) => admin.orders.complete({ id, ...BRIEF })
const archive: Step = ({ admin }, { id }) => admin.orders.archive({ id, ...BRIEF })
const cancel: Step = ({ admin }, { id }) => admin.orders.cancel({ id, ...BRIEF })
/** The procedure reports the refusal of the bank as an error, and the order then requires an action. */
const captureInVain: Step = ({ declined }, { id }) => declined.orders.capture({ id }).catch(() => {})

const requestReturn: Step = ({ admin, market }, order) =>
  admin.orders.requestReturn({
    ...{ id: order.id, ...BRIEF },
    items: [{ ...firstUnit(order), reason_id: market.returnReasonId, note: 'The colour is not what I expected' }],
    return_shipping: { option_id: market.optionOf(order.region_id, 'Return by mail') },
  })
const receiveReturn: Step = async (shop, order) => {
  const { returns } = await readRelation(shop, order, 'returns')
  await shop.admin.returns.receive({ id: lastOf(returns).id, items: [firstUnit(order)] })
}
const refundTenth: Step = ({ admin }, order) =>
  admin.orders.refund({
    ...{ id: order.id, ...BRIEF, reason: 'discount', note: 'Goodwill for the delay' },
    amount: Math.round((order.total ?? 0) / 10),
  })
const refundAll: Step = ({ admin }, order) =>
  admin.orders.refund({
    id: order.id,
    ...BRIEF,
    reason: 'other',
    note: 'Lost by the carrier',
    amount: order.total ?? 0,
  })
const claimRefund: Step = ({ admin }, order) =>
  admin.orders.createClaim({
    ...{ id: order.id, ...BRIEF, type: 'refund' },
    claim_items: [{ ...firstUnit(order), reason: 'production_failure', note: 'Broken on arrival' }],
  })
const claimReplacement: Step = ({ admin, market }, order) =>
  admin.orders.createClaim({
    ...{ id: order.id, ...BRIEF, type: 'replace' },
    claim_items: [{ ...firstUnit(order), reason: 'missing_item', note: 'The lid was missing' }],
    additional_items: [{ variant_id: order.items?.[0]?.variant_id ?? '', quantity: 1 }],
    shipping_methods: [{ option_id: market.optionOf(order.region_id, 'Standard'), price: 0 }],
  })
const shipReplacement: Step = async (shop, order) => {
  const { id } = order
  const { id: claim_id } = lastOf((await readRelation(shop, order, 'claims')).claims)
  const packed = await shop.admin.orders.fulfillClaim({ id, claim_id, fields: 'id', expand: 'claims.fulfillments' })
  const { fulfillments } = lastOf(packed.order.claims)
  const shipment = { fulfillment_id: lastOf(fulfillments).id, tracking_numbers: [trackingNumber(order)] }
  await shop.admin.orders.createClaimShipment({ id, claim_id, ...shipment, ...BRIEF })
}
const offerExchange: Step = ({ admin, market }, order) =>
  admin.orders.createSwap({
    ...{ id: order.id, ...BRIEF, return_items: [firstUnit(order)] },
    additional_items: [{ variant_id: market.variantId('WASHED-LINEN-SHIRT-L-NATURAL'), quantity: 1 }],
    return_shipping: { option_id: market.optionOf(order.region_id, 'Return by mail') },
    custom_shipping_options: [{ option_id: market.optionOf(order.region_id, 'Standard'), price: 0 }],
  })
const readSwap = async (shop: DemoShop, order: PlacedOrder) => {
  const { swaps } = await readRelation(shop, order, 'swaps')
  return (await shop.admin.swaps.get({ id: lastOf(swaps).id })).swap
}
const acceptExchange: Step = async (shop, order) => {
  const id = (await readSwap(shop, order)).cart_id ?? ''
  const { carts } = shop.storeFor()
  await carts.addShippingMethod({ id, option_id: shop.market.optionOf(order.region_id, 'Standard') })
  await carts.createPaymentSessions({ id })
  await carts.complete({ id })
}
const receiveExchange: Step = async (shop, order) => {
  const { return_order } = await readSwap(shop, order)
  await shop.admin.returns.receive({ id: return_order?.id ?? '', items: [firstUnit(order)] })
}
const shipExchange: Step = async (shop, order) => {
  const { id } = order
  const { id: swap_id } = await readSwap(shop, order)
  const packed = await shop.admin.orders.fulfillSwap({ id, swap_id, fields: 'id', expand: 'swaps.fulfillments' })
  const { fulfillments } = lastOf(packed.order.swaps)
  const shipment = { fulfillment_id: lastOf(fulfillments).id, tracking_numbers: [trackingNumber(order)] }
  await shop.admin.orders.createSwapShipment({ id, swap_id, ...shipment, ...BRIEF })
}
const requestEdit = async ({ admin }: DemoShop, order: PlacedOrder): Promise<string> => {
  const { order_edit } = await admin.orderEdits.create({
    order_id: order.id,
    internal_note: 'One more, asked by phone',
  })
  const { id, items } = order_edit
  const item = lastOf(items)
  await admin.orderEdits.updateLineItem({ id, item_id: item.id, quantity: item.quantity + 1 })
  await admin.orderEdits.requestConfirmation({ id })
  return id
}
const edit: Step = async (shop, order) => {
  await shop.admin.orderEdits.confirm({ id: await requestEdit(shop, order) })
}

const SHIPPED = [
  [0, capture],
  [1, pack],
  [2, ship],
] as const
const DELIVERED = [...SHIPPED, [6, complete]] as const

export const STORIES = {
  placed: [],
  captured: [[0, capture]],
  declined: [[1, captureInVain]],
  canceled: [[1, cancel]],
  packed: [SHIPPED[0], SHIPPED[1]],
  'partly-packed': [SHIPPED[0], [1, packFirstUnit]],
  'partly-shipped': [SHIPPED[0], [1, packFirstUnit], [2, ship]],
  shipped: SHIPPED,
  delivered: DELIVERED,
  'delivered-by-mail': [
    [0, capture],
    [0, pack],
    [0, ship],
    [0, complete],
  ],
  archived: [...DELIVERED, [12, archive]],
  goodwill: [...DELIVERED, [8, refundTenth]],
  'return-requested': [...SHIPPED, [9, requestReturn]],
  returned: [...SHIPPED, [5, requestReturn], [9, receiveReturn]],
  claimed: [...SHIPPED, [4, claimRefund]],
  replaced: [...SHIPPED, [5, claimReplacement], [6, shipReplacement]],
  'exchange-offered': [...SHIPPED, [5, offerExchange]],
  exchanged: [...SHIPPED, [5, offerExchange], [7, acceptExchange], [9, receiveExchange], [10, shipExchange]],
  refunded: [...SHIPPED, [7, refundAll]],
  edited: [SHIPPED[0], [1, edit], [2, packEdited], [3, ship]],
  'edit-requested': [SHIPPED[0], [1, requestEdit]],
} satisfies Record<string, Story>

export type StoryName = keyof typeof STORIES
