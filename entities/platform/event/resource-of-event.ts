import type { EntityManager } from '@mikro-orm/postgresql'
import { shopOf } from '#entities/shop.ts'
import type { EventGroup } from './events.ts'

/** A caller sees the events of a group only if it may read this admin resource. */
const RESOURCE_OF_GROUP: Readonly<Record<EventGroup, string>> = {
  balance: 'balances',
  batch: 'batchJobs',
  claim: 'orders',
  claim_item: 'orders',
  currency: 'currencies',
  customer: 'customers',
  discount: 'discounts',
  draft_order: 'draftOrders',
  gift_card: 'giftCards',
  'inventory-item': 'inventoryItems',
  'inventory-level': 'inventoryItems',
  note: 'notes',
  oauth: 'apps',
  order: 'orders',
  payment: 'payments',
  'order-edit': 'orderEdits',
  'order-edit-item-change': 'orderEdits',
  'payment-collection': 'paymentCollections',
  product: 'products',
  'product-category': 'productCategories',
  'product-collection': 'collections',
  'product-variant': 'variants',
  publishable_api_key: 'publishableApiKeys',
  region: 'regions',
  'reservation-item': 'reservations',
  'reservation-items': 'reservations',
  sales_channel: 'salesChannels',
  'stock-location': 'stockLocations',
  swap: 'swaps',
  user: 'users',
}

export const resourcesOfGroups = (em: EntityManager): (readonly [group: string, resource: string])[] => [
  ...Object.entries(RESOURCE_OF_GROUP),
  ...shopOf(em).events.map(({ group, resource }) => [group, resource] as const),
]

/** Payloads with ids that open orders, and payloads of plugins, which can have any id. */
const groupsWithOrders = (em: EntityManager): readonly string[] => [
  'order-edit',
  'order-edit-item-change',
  'payment',
  'swap',
  ...shopOf(em).events.map(({ group }) => group),
]

/** Returns the admin resources that the payloads of the events show. */
export function resourcesOfFilter(em: EntityManager, filter: string): readonly string[] {
  const group = filter.split('.', 1)[0]
  const isChosen = (name: string) => filter === '*' || name === group
  const resources = resourcesOfGroups(em).flatMap(([name, resource]) => (isChosen(name) ? [resource] : []))
  return groupsWithOrders(em).some(isChosen) ? [...resources, 'orders'] : resources
}
