import type { EntityManager } from '@mikro-orm/postgresql'
import type { SyncedCart } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { NotAllowed } from '#entities/errors.ts'
import { mergeExpanded } from '../../reading/merge-expanded.ts'
import { readRow } from '../../reading/read-row.ts'
import type { Selection } from '../../reading/selection.ts'
import { CartResource, type CartView } from '../../resources/cart.ts'
import { showSelectedCart } from '../../resources/show-cart.ts'

/**
 * Relations that every caller who knows the cart ID may expand. None of these relations may lead to private data of
 * the shop.
 */
const PUBLIC_RELATIONS = new Set([
  'billing_address.country',
  'shipping_address.country',
  'region.currency',
  'region.fulfillment_providers',
  'shipping_methods.shipping_option.profile',
  'shipping_methods.shipping_option.requirements',
  'items.cart',
  'items.variant.options',
  'items.variant.product.collection',
  'items.variant.product.images',
  'items.variant.product.options',
  'items.variant.product.options.values',
  'items.variant.product.tags',
  'items.variant.product.type',
])

/** Relations that only the customer of the cart may expand. */
const CUSTOMER_ONLY_RELATIONS = new Set([
  'customer.billing_address',
  'customer.billing_address.country',
  'customer.groups',
  'customer.orders',
  'customer.orders.items',
  'customer.shipping_addresses',
  'customer.shipping_addresses.country',
])

interface ShowOptions {
  selection: Selection
  caller_id: string | null
}

/** @throws NotAllowed if the caller selects a relation that only the customer of the cart may see. */
export async function showVisitedCart(
  em: EntityManager,
  syncedCart: SyncedCart,
  { selection, caller_id }: ShowOptions,
): Promise<CartView> {
  const selected = pathsOf(selection)
  const { customer_id } = syncedCart.cart
  const customerOnlyPaths = customer_id === null ? [] : selected.filter((path) => CUSTOMER_ONLY_RELATIONS.has(path))
  if (customerOnlyPaths.length > 0 && customer_id !== caller_id)
    throw new NotAllowed(
      `Only the customer of the cart can expand [${customerOnlyPaths.join(', ')}]. Log in as this customer.`,
    )
  const cart = showSelectedCart(syncedCart, selection, caller_id)
  const paths = [...selected.filter((path) => PUBLIC_RELATIONS.has(path)), ...customerOnlyPaths]
  return paths.length > 0 ? expand(em, cart, paths) : cart
}

async function expand(em: EntityManager, cart: CartView, paths: readonly string[]): Promise<CartView> {
  const selection = { fields: 'id', expand: paths.join(',') }
  const cartWithRelations = await readRow(em, selection, { resource: CartResource, where: [{ id: cart.id }] })
  for (const path of paths) if (cartWithRelations) mergeExpanded(cart, cartWithRelations, path)
  return cart
}

const pathsOf = ({ relations }: Selection): string[] =>
  Array.from(relations).flatMap(([name, nested]) => [name, ...pathsOf(nested).map((path) => `${name}.${path}`)])
