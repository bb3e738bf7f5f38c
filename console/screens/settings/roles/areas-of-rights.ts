import { type Right, resourceOf } from './rights.ts'

export interface AreaOfRights {
  name: 'sales' | 'catalogue' | 'promotions' | 'stock' | 'market' | 'access' | 'work' | 'plugins'
  resources: readonly string[]
}

const AREAS: readonly AreaOfRights[] = [
  {
    name: 'sales',
    resources: [
      ...['orders', 'draftOrders', 'orderEdits', 'returns', 'swaps', 'payments', 'paymentCollections'],
      ...['customers', 'customerGroups', 'notes', 'notifications'],
    ],
  },
  {
    name: 'catalogue',
    resources: [
      ...['products', 'variants', 'productCategories', 'collections', 'productTags', 'productTypes', 'translations'],
      'uploads',
    ],
  },
  { name: 'promotions', resources: ['priceLists', 'discounts', 'giftCards'] },
  { name: 'stock', resources: ['inventoryItems', 'stockLocations', 'reservations'] },
  {
    name: 'market',
    resources: [
      ...[
        'store',
        'setup',
        'currencies',
        'regions',
        'taxRates',
        'shippingOptions',
        'shippingProfiles',
        'salesChannels',
      ],
      ...['returnReasons', 'carriers', 'publishableApiKeys'],
    ],
  },
  { name: 'work', resources: ['statistics', 'batchJobs', 'auditLog', 'changes', 'plugins'] },
  { name: 'access', resources: ['users', 'invites', 'roles', 'apiKeys', 'webhooks', 'apps', 'events', 'jobs'] },
]

/** Each user has these rights for the own account. */
const OWN_ACCOUNT = ['auth', 'account']

/** The resources of the rights by area. Resources of plugins are in the last area. */
export function areasOf(rights: readonly Right[]): AreaOfRights[] {
  const resources = new Set(rights.map(({ name }) => resourceOf(name)))
  const known = new Set([...OWN_ACCOUNT, ...AREAS.flatMap((area) => area.resources)])
  const ofPlugins: AreaOfRights = { name: 'plugins', resources: [...resources].filter((name) => !known.has(name)) }
  return [...AREAS, ofPlugins]
    .map((area) => ({ ...area, resources: area.resources.filter((name) => resources.has(name)) }))
    .filter((area) => area.resources.length > 0)
}
