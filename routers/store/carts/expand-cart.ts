import type { EntityManager } from '@mikro-orm/postgresql'
import { Cart } from '#entities/cart/cart.ts'
import { graft } from '../../schemas/graft.ts'
import { readRow } from '../../schemas/list.ts'
import { CartResource, type CartView } from '../../schemas/resources/cart.ts'

/** What a cart does not show by itself, and whoever knows its id may see. It leads to nothing that the shop keeps to itself. */
const EXPANDABLE = new Set([
  'billing_address.country',
  'shipping_address.country',
  'region.currency',
  'region.fulfillment_providers',
  'shipping_methods.shipping_option.profile',
  'shipping_methods.shipping_option.requirements',
  'items.variant.options',
  'items.variant.product.collection',
  'items.variant.product.images',
  'items.variant.product.options',
  'items.variant.product.options.values',
  'items.variant.product.tags',
  'items.variant.product.type',
])

/** The cart with what `expand` names of these, read where it names any; what else a cart leads to is not shown. */
export async function expandCart(em: EntityManager, cart: CartView, expand: string | undefined): Promise<CartView> {
  const paths = (expand?.split(',') ?? []).filter((path) => EXPANDABLE.has(path))
  if (paths.length === 0) return cart
  const wanted = { fields: 'id', expand: paths.join(',') }
  const read = await readRow(em, wanted, { entity: Cart, resource: CartResource, where: [{ id: cart.id }] })
  for (const path of paths) if (read) graft(cart, read, path)
  return cart
}
