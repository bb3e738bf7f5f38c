import { computeRefundableOfCartLine, computeRefundTotals } from '#entities/cart/cart/refund-totals.ts'
import type { LineTotals } from '#entities/cart/pricing/line-totals.ts'
import type { SyncedCart } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { giftCardTotalsOfLines } from '#entities/cart/pricing/totals.ts'
import { parseSelection, type Selection, type SelectionInput } from '../reading/selection.ts'
import { serializeRow } from '../reading/serialize-row.ts'
import { shownCustomer } from '../reading/shown-customer.ts'
import type { CartView } from './cart.ts'
import { CART_TOTALS, CartResource } from './cart.ts'

/** What of a cart is shown beside its columns and what its totals come from. */
const DEFAULT_RELATIONS = [
  'billing_address',
  'sales_channel',
  'payment',
  'payment_sessions',
  'payment_session',
] as const
const ALL_RELATIONS = [...DEFAULT_RELATIONS, 'customer'] as const
const DEFAULT_SELECTION = { relations: DEFAULT_RELATIONS }

type Relation = (typeof ALL_RELATIONS)[number]

/** The cart as every cart operation answers with it; `relations` beyond the totals are shown as named. */
export function serializeCart(
  { cart, priced }: SyncedCart,
  relations: readonly Relation[] = DEFAULT_RELATIONS,
): CartView {
  const { lines, shipping_methods, ...totals } = priced.totals
  const giftCardTotals = giftCardTotalsOfLines(priced.totals)
  const shown: Record<string, unknown> = {
    ...cart,
    ...totals,
    ...computeRefundTotals(cart),
    object: 'cart',
    items: cart.items.map((item, i) => ({
      ...item,
      ...priced.lines[i],
      ...lines[i],
      gift_card_total: giftCardTotals[i],
      refundable: computeRefundableOfCartLine(cart, item, lines[i] as LineTotals),
      tax_lines: withOwnerId(priced.lines[i], 'item_id', item.id),
    })),
    shipping_methods: cart.shipping_methods.map((method, i) => ({
      ...method,
      ...shipping_methods[i],
      tax_lines: withOwnerId(priced.shipping_methods[i], 'shipping_method_id', method.id),
    })),
  }
  shown.payment_session = cart.payment_sessions.find((session) => session.is_selected)
  // Not deleted: an object of which anything was deleted is read several times as slowly.
  for (const name of ALL_RELATIONS) if (!relations.includes(name)) shown[name] = undefined
  return serializeRow(CartResource, shown)
}

/** The cart with its customer, for the administration. */
export const serializeCartWithCustomer = (settled: SyncedCart): CartView => serializeCart(settled, ALL_RELATIONS)

/** The cart with its customer as the caller may see it: the response to a new line and to new payment sessions. */
export const showCartToCaller = (settled: SyncedCart, caller_id: string | null): CartView =>
  serializeCart(withShownCustomer(settled, caller_id), ALL_RELATIONS)

const withShownCustomer = ({ cart, priced }: SyncedCart, caller_id: string | null): SyncedCart => ({
  cart: { ...cart, customer: shownCustomer(cart.customer, caller_id) },
  priced,
})

/** The cart after taxes were asked for: nothing of its payment. */
export const serializeTaxedCart = (settled: SyncedCart): CartView => serializeCart(settled, [])

/** The cart with its sessions, after one of them was refreshed. */
export const serializeRefreshedCart = (settled: SyncedCart): CartView =>
  serializeCart(settled, ['payment_sessions', 'payment_session'])

/** What the caller asked to see of a cart. @throws InvalidData for a name that a cart does not have. */
export const parseCartSelection = (wanted: SelectionInput): Selection =>
  parseSelection(CartResource, wanted, DEFAULT_SELECTION)

/** The cart as the caller selects it. The rows behind its totals are always in it. */
export function serializeSelectedCart(
  settled: SyncedCart,
  { columns, relations }: Selection,
  caller_id: string | null,
): CartView {
  const selected = relations.has('customer') ? withShownCustomer(settled, caller_id) : settled
  const shown = serializeCart(
    selected,
    ALL_RELATIONS.filter((name) => relations.has(name)),
  ) as Record<string, unknown>
  for (const column of SELECTABLE_COLUMNS) if (!columns.has(column)) delete shown[column]
  return shown as CartView
}

const ALWAYS_SHOWN = new Set(['id', 'object', ...CART_TOTALS])
const SELECTABLE_COLUMNS = CartResource.model.columns.filter((name) => !ALWAYS_SHOWN.has(name))

function withOwnerId(taxed: { tax_lines: object[] } | undefined, owner: string, id: string): object[] {
  return (taxed?.tax_lines ?? []).map((tax) => ({ ...tax, [owner]: id }))
}
