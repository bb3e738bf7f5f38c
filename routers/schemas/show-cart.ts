import type { SettledCart } from '#entities/cart/settle-cart.ts'
import { pick } from './pick.ts'
import type { CartView } from './resources/cart.ts'
import { CartResource } from './resources/cart.ts'
import { columnsOf, type Selection, select, type Wanted } from './selection.ts'

/** What of a cart is shown beside its columns and what its totals come from. */
const SHOWN = ['billing_address', 'sales_channel', 'payment', 'payment_sessions', 'payment_session'] as const
const ALL = [...SHOWN, 'customer'] as const
const USUALLY = { relations: SHOWN }

type Relation = (typeof ALL)[number]

/** The cart as every cart operation answers with it; `relations` beyond the totals are shown as named. */
export function showCart({ cart, priced }: SettledCart, relations: readonly Relation[] = SHOWN): CartView {
  const { lines, shipping_methods, ...totals } = priced.totals
  const shown: Record<string, unknown> = {
    ...cart,
    ...totals,
    object: 'cart',
    items: cart.items.map((item, i) => ({
      ...item,
      ...priced.lines[i],
      ...lines[i],
      tax_lines: withOwner(priced.lines[i], 'item_id', item.id),
    })),
    shipping_methods: cart.shipping_methods.map((method, i) => ({
      ...method,
      ...shipping_methods[i],
      tax_lines: withOwner(priced.shipping_methods[i], 'shipping_method_id', method.id),
    })),
  }
  shown.payment_session = cart.payment_sessions.find((session) => session.is_selected)
  // Not deleted: an object of which anything was deleted is read several times as slowly.
  for (const name of ALL) if (!relations.includes(name)) shown[name] = undefined
  return pick(CartResource, shown)
}

/** The cart with all that is shown of it: adding a line and making payment sessions also tell whose the cart is. */
export const showCartWithCustomer = (settled: SettledCart): CartView => showCart(settled, ALL)

/** The cart after taxes were asked for: nothing of its payment. */
export const showTaxedCart = (settled: SettledCart): CartView => showCart(settled, [])

/** The cart with its sessions, after one of them was refreshed. */
export const showRefreshedCart = (settled: SettledCart): CartView =>
  showCart(settled, ['payment_sessions', 'payment_session'])

/** What the caller asked to see of a cart. @throws InvalidData for a name that a cart does not have. */
export const selectOfCart = (wanted: Wanted): Selection => select(CartResource, wanted, USUALLY)

/** The cart as the caller asked to see it. What its totals come from is always there, whatever was asked for. */
export function showSelectedCart(settled: SettledCart, { columns, relations }: Selection): CartView {
  const shown = showCart(
    settled,
    ALL.filter((name) => relations.has(name)),
  ) as Record<string, unknown>
  for (const column of SELECTABLE) if (!columns.has(column)) delete shown[column]
  return shown as CartView
}

const SELECTABLE = columnsOf(CartResource).filter(
  (name) => !name.endsWith('total') && name !== 'id' && name !== 'object',
)

function withOwner(taxed: { tax_lines: object[] } | undefined, owner: string, id: string): object[] {
  return (taxed?.tax_lines ?? []).map((tax) => ({ ...tax, [owner]: id }))
}
