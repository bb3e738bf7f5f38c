import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { createCategory } from '../../category/create-category.ts'
import { createCollection } from '../../collection/create-collection.ts'
import { importNotice } from '../import-notice.ts'
import { resolveCategoryPaths } from './category-paths.ts'

/** Finds categories by their paths, and creates the missing ones. */
export async function createCategoryPaths(em: EntityManager): Promise<BatchNotice[]> {
  const paths = await resolveCategoryPaths(em)
  return noticeOf(
    'categories',
    paths.map((name) => ({ name, handle: null })),
  )
}

/** Creates the collections, categories and sales channels of the rows that the shop does not have. */
export async function createMissing(em: EntityManager): Promise<BatchNotice[]> {
  const collections = await selectCollections(em)
  for (const { name, handle } of collections) await createCollection(em, { title: name, handle })
  const categories = await selectCategories(em)
  for (const { name, handle } of categories) await createCategory(em, { name, handle, is_active: true })
  const channels = await selectChannels(em)
  for (const { name } of channels) {
    const { id } = insertRow(em, SalesChannel, { name })
    await announce(em, 'sales_channel.created', { id })
  }
  await em.flush()
  return [
    ...noticeOf('collections', collections),
    ...noticeOf('categories', categories),
    ...noticeOf('channels', channels),
  ]
}

interface Missing {
  name: string
  handle: string | null
}

const noticeOf = (what: 'collections' | 'categories' | 'channels', rows: readonly Missing[]) =>
  rows.length === 0 ? [] : [importNotice({ name: 'import_creates', what, values: namesOf(rows) })]

const MAX_NAMES = 50

const namesOf = (rows: readonly Missing[]): string => {
  const more = rows.length - MAX_NAMES
  const names = rows.slice(0, MAX_NAMES).map(({ name }) => name)
  return `${names.join(', ')}${more > 0 ? `, +${more}` : ''}`
}

const selectCollections = statement<Missing>(`
  select coalesce(min(r.collection_title), r.collection_handle) as name, r.collection_handle as handle
  from import_row r
  where r.collection_handle is not null
    and not exists (select from product_collection c where c.handle = r.collection_handle and c.deleted_at is null)
  group by r.collection_handle
  union
  select r.collection_title, null from import_row r
  where r.collection_handle is null and r.collection_title is not null
    and not exists (select from product_collection c where c.title = r.collection_title and c.deleted_at is null)
  order by 1`)

const selectCategories = statement<Missing>(`
  select coalesce(min(c.name), c.handle) as name, c.handle
  from import_row r cross join jsonb_to_recordset(r.categories) as c (handle text, name text)
  where not exists (select from product_category k where k.handle = c.handle)
  group by c.handle order by 1`)

const selectChannels = statement<Missing>(`
  select distinct named.name, null as handle
  from import_row r cross join jsonb_to_recordset(r.channels) as named (id text, name text)
  where named.name is not null
    and not exists (select from sales_channel c where (c.id = named.id or c.name = named.name) and c.deleted_at is null)
  order by 1`)
