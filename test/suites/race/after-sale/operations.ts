import type { AdminOrder, Identified } from '../../../support/resources.ts'
import type { SharedOrders } from './shared-orders.ts'

export type OperationRequest = [path: string, body: object]

/** Returns a request for an order, or undefined if the operation is not possible. */
type Operation = (order: AdminOrder, shared: SharedOrders) => OperationRequest | undefined

const SWAPS: Operation[] = [
  swapPieces,
  swapPieces,
  onCartOfSwap('shipping-methods'),
  onCartOfSwap('payment-sessions'),
  onCartOfSwap('complete'),
  onCartOfSwap('complete'),
  onSwap('process-payment'),
  onSwap('cancel'),
  onSwap('fulfillments'),
  unpackSwap,
  shipSwap,
]

/** Random operations. An operation that is listed twice is used twice as often. */
const OPERATIONS: Operation[] = [
  pack,
  pack,
  pack,
  unpack,
  ship,
  requestReturn,
  requestReturn,
  receive,
  receive,
  receive,
  cancelReturn,
  claimMoney,
  claimPieces,
  claimPieces,
  cancelClaim,
  packClaim,
  packClaim,
  unpackClaim,
  shipClaim,
  ...SWAPS,
  beginEdit,
  beginEdit,
  addToEdit,
  addToEdit,
  addToEdit,
  changeInEdit,
  changeInEdit,
  onEdit('admin', 'request'),
  onEdit('admin', 'request'),
  onEdit('admin', 'request'),
  onEdit('admin', 'confirm'),
  onEdit('admin', 'confirm'),
  onEdit('admin', 'cancel'),
  onEdit('store', 'complete'),
  onEdit('store', 'decline'),
  payForEdit,
  payForEdit,
  payForEdit,
  payForEdit,
  onOrder('capture'),
  onOrder('capture'),
  refund,
  onOrder('complete'),
  onOrder('archive'),
  cancelOrder,
  shipOtherwise,
]

/** Operations without refunds, except by swaps: a partially refunded order rejects exchanges. */
const EXCHANGES: Operation[] = [
  ...SWAPS,
  ...SWAPS,
  ...SWAPS,
  receive,
  receive,
  cancelReturn,
  claimPieces,
  packClaim,
  cancelClaim,
  cancelOrder,
]

export function pickOperation(order: AdminOrder, shared: SharedOrders): OperationRequest {
  const operations = shared.exchanged.has(order.id) ? EXCHANGES : OPERATIONS
  return any(operations)(order, shared) ?? pickOperation(order, shared)
}

function pack(order: AdminOrder): OperationRequest {
  return [`/admin/orders/${order.id}/fulfillment`, { items: somePieces(order.items) }]
}

function unpack(order: AdminOrder): OperationRequest | undefined {
  const parcel = one(order.fulfillments)
  return parcel && [`/admin/orders/${order.id}/fulfillments/${parcel.id}/cancel`, {}]
}

function ship(order: AdminOrder): OperationRequest | undefined {
  const parcel = one(order.fulfillments)
  return parcel && [`/admin/orders/${order.id}/shipment`, { fulfillment_id: parcel.id, tracking_numbers: ['T'] }]
}

function requestReturn(order: AdminOrder, { wayBack }: SharedOrders): OperationRequest {
  const items = somePieces(linesOf(order))
  const body = { items, receive_now: likely(0.3), ...(likely(0.3) && { return_shipping: { option_id: wayBack } }) }
  return [`/admin/orders/${order.id}/return`, body]
}

function receive(order: AdminOrder): OperationRequest | undefined {
  const back = one(returnsOf(order))
  if (!back) return undefined
  const requestedItems = back.items.map(({ item_id, quantity }) => ({ item_id, quantity }))
  const others = requestedItems.map((item) => ({ ...item, quantity: upTo(item.quantity + 1) }))
  return [`/admin/returns/${back.id}/receive`, { items: any([requestedItems, others, somePieces(linesOf(order))]) }]
}

function cancelReturn(order: AdminOrder): OperationRequest | undefined {
  const back = one(returnsOf(order))
  return back && [`/admin/returns/${back.id}/cancel`, {}]
}

function claimMoney(order: AdminOrder, shared: SharedOrders): OperationRequest {
  const body = { type: 'refund', claim_items: claimed(order), ...askedBack(shared) }
  return [`/admin/orders/${order.id}/claims`, likely(0.2) ? { ...body, refund_amount: 0 } : body]
}

function claimPieces(order: AdminOrder, shared: SharedOrders): OperationRequest {
  const body = {
    type: 'replace',
    claim_items: claimed(order),
    additional_items: [{ variant_id: any([...shared.stock.keys()]), quantity: upTo(3) }],
    shipping_methods: shared.options.map((option_id) => ({ option_id, price: 0 })),
  }
  return [`/admin/orders/${order.id}/claims`, { ...body, ...askedBack(shared) }]
}

function cancelClaim(order: AdminOrder): OperationRequest | undefined {
  return onClaim(order, 'cancel')
}

function packClaim(order: AdminOrder): OperationRequest | undefined {
  return onClaim(order, 'fulfillments')
}

function unpackClaim(order: AdminOrder): OperationRequest | undefined {
  const parcel = one(one(order.claims)?.fulfillments ?? [])
  return parcel && onClaim(order, `fulfillments/${parcel.id}/cancel`, parcel.claim_order_id)
}

function shipClaim(order: AdminOrder): OperationRequest | undefined {
  const parcel = one(one(order.claims)?.fulfillments ?? [])
  return parcel && onClaim(order, 'shipments', parcel.claim_order_id, { fulfillment_id: parcel.id })
}

function swapPieces(order: AdminOrder, { stock, wayBack }: SharedOrders): OperationRequest {
  const body = {
    return_items: somePieces(linesOf(order)),
    additional_items: likely(0.9) ? [{ variant_id: any([...stock.keys()]), quantity: upTo(3) }] : [],
    allow_backorder: likely(0.5),
    ...(likely(0.5) && { return_shipping: { option_id: wayBack } }),
  }
  return [`/admin/orders/${order.id}/swaps`, body]
}

function onCartOfSwap(verb: string): Operation {
  return ({ swaps }, { options }) => {
    const swap = one(swaps)
    return (
      swap && [`/store/carts/${swap.cart_id}/${verb}`, verb === 'shipping-methods' ? { option_id: any(options) } : {}]
    )
  }
}

function onSwap(verb: string): Operation {
  return ({ id, swaps }) => {
    const swap = one(swaps)
    return swap && [`/admin/orders/${id}/swaps/${swap.id}/${verb}`, {}]
  }
}

function unpackSwap({ id, swaps }: AdminOrder): OperationRequest | undefined {
  const parcel = one(one(swaps)?.fulfillments ?? [])
  return parcel && [`/admin/orders/${id}/swaps/${parcel.swap_id}/fulfillments/${parcel.id}/cancel`, {}]
}

function shipSwap({ id, swaps }: AdminOrder): OperationRequest | undefined {
  const parcel = one(one(swaps)?.fulfillments ?? [])
  return parcel && [`/admin/orders/${id}/swaps/${parcel.swap_id}/shipments`, { fulfillment_id: parcel.id }]
}

function beginEdit({ id }: AdminOrder): OperationRequest {
  return ['/admin/order-edits', { order_id: id }]
}

function addToEdit({ edits }: AdminOrder, { stock }: SharedOrders): OperationRequest | undefined {
  const edit = lastOf(edits)
  return edit && [`/admin/order-edits/${edit.id}/items`, { variant_id: any([...stock.keys()]), quantity: upTo(3) }]
}

function changeInEdit({ edits }: AdminOrder): OperationRequest | undefined {
  const edit = lastOf(edits)
  const line = one(edit?.items ?? [])
  return line && edit && [`/admin/order-edits/${edit.id}/items/${line.id}`, { quantity: upTo(14) }]
}

function onEdit(side: 'admin' | 'store', verb: string): Operation {
  return ({ edits }) => {
    const edit = lastOf(edits)
    return edit && [`/${side}/order-edits/${edit.id}/${verb}`, {}]
  }
}

/** The shop captures the payment, or the customer pays in one or two parts. */
function payForEdit({ edits }: AdminOrder): OperationRequest | undefined {
  const { payment_collection: collection } = lastOf(edits) ?? {}
  if (!collection) return undefined
  const { id, amount, payment_sessions } = collection
  if (likely(0.1)) return [`/admin/payment-collections/${id}/authorize`, {}]
  const session = one(payment_sessions)
  if (session && likely(0.7)) return [`/store/payment-collections/${id}/sessions/${session.id}/authorize`, {}]
  const parts = [1, amount - 1].map((part) => ({ provider_id: 'manual', amount: part }))
  return likely(0.5)
    ? [`/store/payment-collections/${id}/sessions`, { provider_id: 'manual' }]
    : [`/store/payment-collections/${id}/sessions/batch`, { sessions: parts }]
}

function refund(order: AdminOrder): OperationRequest {
  return [`/admin/orders/${order.id}/refund`, { amount: upTo(200), reason: 'other' }]
}

/** Rarely, because no operation is possible afterwards. */
function cancelOrder(order: AdminOrder): OperationRequest | undefined {
  return likely(0.2) ? [`/admin/orders/${order.id}/cancel`, {}] : undefined
}

function shipOtherwise(order: AdminOrder, { options }: SharedOrders): OperationRequest {
  return [`/admin/orders/${order.id}/shipping-methods`, { option_id: any(options), price: 0 }]
}

function onOrder(verb: string): Operation {
  return ({ id }) => [`/admin/orders/${id}/${verb}`, {}]
}

function onClaim(
  order: AdminOrder,
  verb: string,
  id = one(order.claims)?.id,
  body: object = {},
): OperationRequest | undefined {
  return id === undefined ? undefined : [`/admin/orders/${order.id}/claims/${id}/${verb}`, body]
}

const sendersOf = ({ claims, swaps }: AdminOrder) => [...claims, ...swaps]
const linesOf = (order: AdminOrder): Identified[] => [
  ...order.items,
  ...sendersOf(order).flatMap((one) => one.additional_items),
]
const returnsOf = (order: AdminOrder) => [
  ...order.returns,
  ...sendersOf(order).flatMap((one) => one.return_order ?? []),
]
const claimed = (order: AdminOrder) => somePieces(linesOf(order)).map((item) => ({ ...item, reason: 'other' }))
const askedBack = ({ wayBack }: SharedOrders) => likely(0.5) && { return_shipping: { option_id: wayBack } }

function somePieces(lines: readonly Identified[]): { item_id: string; quantity: number }[] {
  const some = lines.filter(() => likely(0.4))
  return (some.length > 0 ? some : [any(lines)]).map(({ id }) => ({ item_id: id, quantity: upTo(3) }))
}

const likely = (probability: number): boolean => Math.random() < probability
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most)
const lastOf = <Row>(rows: readonly Row[]): Row | undefined => rows.at(-1)
const one = <Row>(rows: readonly Row[]): Row | undefined => rows[Math.floor(Math.random() * rows.length)]
const any = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(Math.random() * things.length)] as Thing
