import type { LinkProps } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'

type Entry = RouterOutputs['admin']['auditLog']['get']['audit_log_entry']
export type ObjectEntry = Pick<Entry, 'resource_type' | 'resource_ids' | 'changes' | 'objects'>

/** The pages of objects, or of their list, by the prefix of their IDs. */
const PAGES: Readonly<Record<string, LinkProps['to']>> = {
  order: '/orders/$id',
  prod: '/products/$id',
  cus: '/customers/$id',
  cgrp: '/customers/groups/$id',
  disc: '/promotions/$id',
  gift: '/promotions/gift-cards/$id',
  dorder: '/draft-orders/$id',
  iitem: '/inventory/items/$id',
  pcol: '/products/collections/$id',
  pl: '/price-lists/$id',
  reg: '/settings/regions/$id',
  role: '/settings/roles/$id',
  wh: '/settings/webhooks/$id',
  pcat: '/products/categories',
  usr: '/settings/users',
  sloc: '/inventory/locations',
  sc: '/settings/sales-channels',
  sp: '/settings/shipping-profiles',
  rr: '/settings/return-reasons',
  carrier: '/settings/carriers',
}

/** The prefix of the objects of resource types that also have IDs of other objects. */
const PREFIXES: Readonly<Record<string, string>> = {
  collections: 'pcol',
  'customer-groups': 'cgrp',
  'price-lists': 'pl',
  'draft-orders': 'dorder',
}

const prefixOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf('_')))

export const pageOf = (id: string): LinkProps['to'] => PAGES[prefixOf(id)]

/** The ID of the object of an action: of its resource type, or else of an object with a page, or any. */
export function objectIdOf({
  resource_type,
  resource_ids,
}: Pick<ObjectEntry, 'resource_type' | 'resource_ids'>): string | undefined {
  const own = resource_ids.find((id) => prefixOf(id) === PREFIXES[resource_type])
  return own ?? resource_ids.find((id) => pageOf(id)) ?? resource_ids[0]
}

/** The columns with the name of a row. */
export const NAMES = ['title', 'name', 'label', 'code', 'email'] as const

/** The name of the object today, or in the changes of the entry. */
export const objectNameOf = (
  entry: Omit<ObjectEntry, 'resource_type' | 'resource_ids'>,
  id: string,
): string | undefined => entry.objects?.find((object) => object.id === id)?.name ?? nameInChanges(entry, id)

function nameInChanges({ changes }: Pick<ObjectEntry, 'changes'>, id: string): string | undefined {
  const rows = changes
    .filter(({ ids }) => ids[0] === id)
    .flatMap(({ after, before }) => [after ?? [], before ?? []].flat())
  const number = rows.map((row) => Reflect.get(row, 'display_id')).find((value) => typeof value === 'number')
  if (number !== undefined) return `#${number}`
  const texts = rows.flatMap((row) => NAMES.map((name) => Reflect.get(row, name)))
  return texts.find((text): text is string => typeof text === 'string' && text !== '')
}
