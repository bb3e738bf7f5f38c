import { hideColumn } from '#database/fast-rows.ts'
import { computeRefundableOfLine, computeRefundTotals } from '#entities/cart/cart/refund-totals.ts'
import { findShownDiscounts } from '#entities/cart/pricing/explain-discounts.ts'
import type { SyncedCart } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { splitGiftCardTotal } from '#entities/cart/pricing/totals.ts'
import { parseSelection, type Selection, type SelectionInput } from '../reading/selection.ts'
import { showRow } from '../reading/show-row.ts'
import { shownCustomer } from '../reading/shown-customer.ts'
import type { CartView } from './cart.ts'
import { CART_TOTALS, CartResource } from './cart.ts'

const DEFAULT_RELATIONS = ['billing_address', 'sales_channel', 'payment', 'payment_sessions', 'payment_session']
const ALL_RELATIONS = [...DEFAULT_RELATIONS, 'customer']
const DEFAULT_SELECTION = { relations: DEFAULT_RELATIONS }

const ALWAYS_SHOWN = new Set(['id', 'object', ...CART_TOTALS])
let knownColumns: readonly string[] | undefined

/** The columns are known after the plugins have added theirs. */
function selectableColumns(): readonly string[] {
  knownColumns ??= CartResource.model.columns.filter((name) => !ALWAYS_SHOWN.has(name))
  return knownColumns
}

export const showCart = (synced: SyncedCart): CartView => show(synced, DEFAULT_RELATIONS)

function show(
  { cart, priced }: SyncedCart,
  relations: readonly string[],
  columns: ReadonlySet<string> = new Set(selectableColumns()),
): CartView {
  const { lines, shipping_methods, ...totals } = priced.totals
  const giftCardTotals = splitGiftCardTotal(priced.totals)
  const shown: Record<string, unknown> = {
    ...cart,
    ...totals,
    ...computeRefundTotals(cart),
    object: 'cart',
    discounts: findShownDiscounts(cart, priced),
    items: cart.items.map((item, i) => ({
      ...item,
      ...priced.lines[i],
      ...lines[i],
      gift_card_total: giftCardTotals[i],
      refundable: lines[i] && computeRefundableOfLine(cart, item, lines[i]),
      tax_lines: withOwnerId(priced.lines[i], 'item_id', item.id),
    })),
    shipping_methods: cart.shipping_methods.map((method, i) => ({
      ...method,
      ...shipping_methods[i],
      tax_lines: withOwnerId(priced.shipping_methods[i], 'shipping_method_id', method.id),
    })),
    payment_session: cart.payment_sessions.find((session) => session.is_selected),
  }
  for (const name of ALL_RELATIONS) if (!relations.includes(name)) hideColumn(shown, name)
  for (const name of selectableColumns()) if (!columns.has(name)) hideColumn(shown, name)
  return showRow(CartResource, shown)
}

/** Returns the cart with all columns of its customer, for administrators only. */
export const showCartWithCustomer = (synced: SyncedCart): CartView => show(synced, ALL_RELATIONS)

export const showCartToCaller = (synced: SyncedCart, caller_id: string | null): CartView =>
  show(withShownCustomer(synced, caller_id), ALL_RELATIONS)

const withShownCustomer = ({ cart, priced }: SyncedCart, caller_id: string | null): SyncedCart => ({
  cart: { ...cart, customer: shownCustomer(cart.customer, caller_id) },
  priced,
})

export const showTaxedCart = (synced: SyncedCart): CartView => show(synced, [])

export const showRefreshedCart = (synced: SyncedCart): CartView => show(synced, ['payment_sessions', 'payment_session'])

export const parseCartSelection = (input: SelectionInput): Selection =>
  parseSelection(CartResource, input, DEFAULT_SELECTION)

export function showSelectedCart(
  synced: SyncedCart,
  { columns, relations }: Selection,
  caller_id: string | null,
): CartView {
  const selected = relations.has('customer') ? withShownCustomer(synced, caller_id) : synced
  return show(selected, [...relations.keys()], columns)
}

function withOwnerId(taxed: { tax_lines: object[] } | undefined, owner: string, id: string): object[] {
  return (taxed?.tax_lines ?? []).map((tax) => ({ ...tax, [owner]: id }))
}
