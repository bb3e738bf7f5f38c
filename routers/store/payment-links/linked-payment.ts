import { z } from 'zod'
import type { Row } from '#database/rows.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { paymentProvidersOf } from '#entities/market/region/region-providers.ts'
import { computeDifferenceDue } from '#entities/orders/order/difference-due.ts'
import type { Order } from '#entities/orders/order/order.ts'
import { readPricedOrder } from '#entities/orders/order/read-order.ts'
import { computeAmountToPay } from '#entities/orders/payment/read-amount-to-pay.ts'
import { findDebtCollection } from '#entities/orders/payment-collection/collect-debt.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { findCollectionSessions } from '#entities/orders/payment-collection/lock-payment-collection.ts'
import { findPaymentLink, type LinkedOwner } from '#entities/orders/payment-link/payment-link.ts'
import { query } from '#entities/query.ts'
import { shopOf } from '#entities/shop.ts'
import type { ProcedureContext } from '../../context/context.ts'
import { pickColumns } from '../../inputs/columns.ts'
import { defineResource } from '../../reading/define-resource.ts'
import { CartResource } from '../../resources/cart.ts'
import { StoreOrder } from '../../resources/order.ts'
import { showCart } from '../../resources/show-cart.ts'
import { readStoreOrder } from '../orders/read-store-order.ts'

export type LinkContext = Pick<ProcedureContext, 'em' | 'services' | 'providers'>

const sessionColumns = pickColumns(CollectionSession, ['provider_id', 'status', 'data'])

/** The payment that the customer has begun at a link. */
const LinkedSession = defineResource({
  name: 'LinkedPaymentSession',
  entity: CollectionSession,
  columns: sessionColumns,
})

/** `promised` means that the customer pays outside of the shop, or at the link with another provider. */
const STATUSES = ['open', 'promised', 'paid'] as const

const LinkedPayment = z.object({
  type: z.enum(['draft_order', 'order', 'swap']),
  status: z.enum(STATUSES),
  /** The number of the draft order or the order. */
  display_id: z.int(),
  /** Null for a draft order that is not paid. */
  order_id: z.string().nullable(),
  currency_code: z.string(),
  /** What the customer owes now, in minor units. */
  amount_due: z.int(),
  /** The contents of a draft order, or of a swap with the returned goods as negative lines. */
  cart: CartResource.nullable(),
  order: StoreOrder.nullable(),
  /** The IDs of the payment providers that the customer can choose. */
  payment_providers: z.array(z.string()),
  payment_session: LinkedSession.nullable(),
})
export const response = z.object({ payment_link: LinkedPayment })
export type LinkedPaymentView = z.output<typeof LinkedPayment>

export async function readLink(ctx: LinkContext, token: string): Promise<z.output<typeof response>> {
  const owner = await findPaymentLink(ctx.em, ctx.services.tokens, token)
  return { payment_link: owner.type === 'order' ? await showOrder(ctx, owner.row) : await showLinkedCart(ctx, owner) }
}

async function showLinkedCart(
  { em }: LinkContext,
  { type, row }: Exclude<LinkedOwner, { type: 'order' }>,
): Promise<LinkedPaymentView> {
  const cart = await readCart(em, row.cart_id)
  const shown = showCart({ cart, priced: priceCart(cart, shopOf(em), 'forced') })
  const isPaid = shown.completed_at != null
  const { provider_id, status, data } = shown.payment_session ?? {}
  return {
    type,
    status: isPaid ? 'paid' : 'open',
    display_id: type === 'draft_order' ? row.display_id : await readNumber(em, row.order_id),
    order_id: row.order_id ?? null,
    currency_code: cart.region.currency_code,
    amount_due: isPaid ? 0 : Math.max(0, shown.total),
    cart: shown,
    order: null,
    payment_providers: cart.region.payment_providers.map(({ id }) => id),
    payment_session: provider_id && status && data ? { provider_id, status, data } : null,
  }
}

async function showOrder({ em, providers }: LinkContext, row: Row<Order>): Promise<LinkedPaymentView> {
  const selection = { expand: 'items,shipping_address,shipping_methods.shipping_option' }
  const order = await readStoreOrder(em, { where: { id: row.id }, selection, view: 'itself', caller_id: null })
  if (!order) throw new NotFound(`Order with id ${row.id} was not found`)
  const priced = await readPricedOrder(em, row.id)
  const amount_due = computeAmountToPay(providers.payment, priced)
  const isPromised = computeDifferenceDue(priced) < amount_due
  const offered = await paymentProvidersOf(em, row.region_id)
  return {
    type: 'order',
    status: amount_due === 0 ? 'paid' : isPromised ? 'promised' : 'open',
    display_id: row.display_id,
    order_id: row.id,
    currency_code: row.currency_code,
    amount_due,
    cart: null,
    order,
    payment_providers: isPromised ? offered.filter((id) => !providers.payment.get(id)?.isPaidOutside) : offered,
    payment_session: await maybeShowSession(em, row.id),
  }
}

async function maybeShowSession(
  em: LinkContext['em'],
  order_id: string,
): Promise<LinkedPaymentView['payment_session']> {
  const collection = await findDebtCollection(em, order_id)
  const session = collection && (await findCollectionSessions(em, collection.id)).at(-1)
  if (!session) return null
  const { provider_id, status, data } = session
  return { provider_id, status, data }
}

async function readNumber(em: LinkContext['em'], order_id: string | null | undefined): Promise<number> {
  const [row] = order_id ? await selectNumber(em, order_id) : []
  return row?.display_id ?? 0
}

const selectNumber = query((db, id: string) => db.selectFrom('order').select('display_id').where('id', '=', id))
