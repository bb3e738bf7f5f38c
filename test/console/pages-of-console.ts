import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestShop } from '#test/support/shop.ts'

const screens = join(import.meta.dirname, '../../console/screens')

/** The route of a page of one row, and the path of the list in the API. */
const LISTS: Readonly<Record<string, string>> = {
  '/activity/changes/$id': 'audit-log',
  '/customers/$id': 'customers',
  '/customers/groups/$id': 'customer-groups',
  '/draft-orders/$id': 'draft-orders',
  '/inventory/items/$id': 'inventory-items',
  '/orders/$id': 'orders',
  '/price-lists/$id': 'price-lists',
  '/products/$id': 'products',
  '/products/collections/$id': 'collections',
  '/promotions/$id': 'discounts',
  '/promotions/gift-cards/$id': 'gift-cards',
  '/settings/regions/$id': 'regions',
  '/settings/roles/$id': 'roles',
  '/settings/webhooks/$id': 'webhooks',
}

/** These pages need a plugin, an application of a provider, an import or another shop. */
const NOT_VISITED = new Set(['/enter', '/orders/past/$id', '/plugin/$name', '/settings/apps/$name'])

/** The address of each page of the console. A page of one row shows the first row of its list. */
export async function pagesOfConsole(shop: TestShop): Promise<string[]> {
  // The pages of operators are not those of a shop.
  const routes = routesOfConsole().filter((route) => !NOT_VISITED.has(route) && !route.startsWith('/operator'))
  return Promise.all(routes.map((route) => addressOf(shop, route)))
}

function routesOfConsole(): string[] {
  const texts = globSync('*/*routes.ts', { cwd: screens }).map((file) => readFileSync(join(screens, file), 'utf8'))
  return texts.flatMap((text) => [...text.matchAll(/ {2}path: '([^']+)',\n/g)].map(([, path = '']) => path)).sort()
}

async function addressOf(shop: TestShop, route: string): Promise<string> {
  if (route === '/products/$id/variants/$variantId') {
    const variant = await firstRow(shop, 'variants')
    return `/products/${variant.product_id}/variants/${variant.id}`
  }
  if (!route.includes('$')) return route
  const list = LISTS[route]
  if (list === undefined) throw new Error(`No row is known for the page ${route}. Add its list to LISTS.`)
  return route.replace('$id', (await firstRow(shop, list)).id)
}

interface Row {
  id: string
  product_id?: string
}

async function firstRow({ admin }: TestShop, list: string): Promise<Row> {
  const values: unknown[] = Object.values((await admin.get<string>(`/admin/${list}?limit=1`)).body)
  const rows = values.find((value): value is Row[] => Array.isArray(value))
  if (!rows?.[0]) throw new Error(`The shop has no row in ${list}.`)
  return rows[0]
}
