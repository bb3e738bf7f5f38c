import type { EventGroup } from './events.ts'

/** A caller sees the events of a group only if it may read this admin resource. */
const RESOURCE_OF_GROUP: Readonly<Record<EventGroup, string>> = {
  batch: 'batchJobs',
  claim: 'orders',
  claim_item: 'orders',
  currency: 'currencies',
  customer: 'customers',
  discount: 'discounts',
  draft_order: 'draftOrders',
  gift_card: 'giftCards',
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
  sales_channel: 'salesChannels',
  swap: 'swaps',
  user: 'users',
}

export const RESOURCES_OF_GROUPS = Object.entries(RESOURCE_OF_GROUP)

export function resourcesOfFilter(filter: string): readonly string[] {
  const group = filter.split('.', 1)[0]
  return RESOURCES_OF_GROUPS.filter(([name]) => filter === '*' || name === group).map(([, resource]) => resource)
}
