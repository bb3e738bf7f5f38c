import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

interface ChangedProduct {
  id: string
}

/**
 * Replaces the links of each product by the links of its first line in the file. Returns the ids of the changed products that the shop had
 * before. An id can occur several times.
 */
export async function applyLinks(em: EntityManager, columns: readonly string[]): Promise<string[]> {
  const changed: string[] = []
  const add = (products: readonly ChangedProduct[]) => {
    for (const { id } of products) changed.push(id)
  }
  for (const { column, unlink, link, linkNew } of LINKS) {
    if (!columns.includes(column)) continue
    await linkNew(em)
    add(await unlink(em))
    add(await link(em))
  }
  await linkToDefaultChannel(em)
  if (columns.includes('image')) {
    await createImages(em)
    const products = await selectExistingWithChangedImages(em)
    await replaceImages(
      em,
      products.map(({ id }) => id),
    )
    add(products)
  }
  return changed
}

/** Returns the ids of existing products whose links or images the rows change. */
export async function selectLinkedChanges(em: EntityManager, columns: readonly string[]): Promise<string[]> {
  const changed: ChangedProduct[] = []
  for (const { column, changes } of LINKS) if (columns.includes(column)) changed.push(...(await changes(em)))
  if (columns.includes('image')) changed.push(...(await selectExistingWithChangedImages(em)))
  return changed.map(({ id }) => id)
}

type RemovedLinks = 'images' | 'tags' | 'channels' | 'categories'

export async function countRemovedLinks(
  em: EntityManager,
  columns: readonly string[],
): Promise<{ what: RemovedLinks; count: number }[]> {
  const counts: { what: RemovedLinks; count: number }[] = []
  for (const { column, what, removed } of LINKS) {
    if (!columns.includes(column)) continue
    const [found] = await removed(em)
    counts.push({ what, count: found?.count ?? 0 })
  }
  if (columns.includes('image')) {
    const [found] = await countRemovedImages(em)
    counts.push({ what: 'images', count: found?.count ?? 0 })
  }
  return counts
}

interface ImportLink {
  table: string
  other: string
  /** SQL for the linked rows of `import_row r`, after its `from`. */
  targets: string
  /** The id of a linked row. Null if the shop does not have the row. */
  id: string
  isVisible: string
}

const wantedSql = ({ targets, id }: ImportLink) => `
  with wanted as materialized (
    select distinct r.target_product as product_id, r.is_new_product, ${id} as id
    from import_row r cross join ${targets} where r.is_first
  )`

const unlinkedSql = ({ other, isVisible }: ImportLink) => `
    r.is_first and not r.is_new_product and l.product_id = r.target_product and ${isVisible}
      and not exists (select from wanted w where w.product_id = l.product_id and w.id = l.${other})`

const linkStatements = (link: ImportLink) => ({
  ...linkUpdates(link),
  removed: statement<{ count: number }>(
    `${wantedSql(link)} select count(*)::int as count from ${link.table} l join import_row r on ${unlinkedSql(link)}`,
  ),
  changes: statement<ChangedProduct>(`${wantedSql(link)}
    select l.product_id as id from ${link.table} l join import_row r on ${unlinkedSql(link)}
    union
    select w.product_id from wanted w
    where not w.is_new_product and w.id is not null
      and not exists (select from ${link.table} l where l.product_id = w.product_id and l.${link.other} = w.id)`),
})

const linkUpdates = (link: ImportLink) => ({
  unlink: statement<ChangedProduct>(`${wantedSql(link)}
    delete from ${link.table} l using import_row r
    where ${unlinkedSql(link)}
    returning l.product_id as id`),
  link: statement<ChangedProduct>(`${linkSql(link, 'not is_new_product')} returning product_id as id`),
  /** A large import returns no row for each link of a new product. */
  linkNew: statement(linkSql(link, 'is_new_product')),
})

const linkSql = (link: ImportLink, condition: string) => `${wantedSql(link)}
    insert into ${link.table} (product_id, ${link.other})
    select product_id, id from wanted where id is not null and ${condition}
    order by 1, 2 on conflict do nothing`

const LINKS = [
  {
    column: 'Product Tags',
    what: 'tags' as const,
    ...linkStatements({
      table: 'product_tags',
      other: 'product_tag_id',
      targets: `jsonb_array_elements_text(r.tags) as tag (value)
        join product_tag t on t.value = tag.value and t.deleted_at is null`,
      id: 't.id',
      isVisible: 'exists (select from product_tag t where t.id = l.product_tag_id and t.deleted_at is null)',
    }),
  },
  {
    column: 'channel',
    what: 'channels' as const,
    ...linkStatements({
      table: 'product_sales_channel',
      other: 'sales_channel_id',
      targets: 'jsonb_to_recordset(r.channels) as named (id text, name text)',
      id: `coalesce(
          (select c.id from sales_channel c where c.id = named.id and c.deleted_at is null),
          (select c.id from sales_channel c where c.name = named.name and c.deleted_at is null
            order by c.created_at, c.id limit 1)
        )`,
      isVisible: 'exists (select from sales_channel c where c.id = l.sales_channel_id and c.deleted_at is null)',
    }),
  },
  {
    column: 'category',
    what: 'categories' as const,
    ...linkStatements({
      table: 'product_category_product',
      other: 'product_category_id',
      targets: `jsonb_to_recordset(r.categories) as c (handle text)
        join product_category k on k.handle = c.handle`,
      id: 'k.id',
      isVisible: 'true',
    }),
  },
]

const linkToDefaultChannel = statement(`
  insert into product_sales_channel (product_id, sales_channel_id)
  select r.target_product, s.default_sales_channel_id from import_row r cross join store s
  where r.is_first and r.is_new_product
    and not exists (select from product_sales_channel l where l.product_id = r.target_product)`)

const CHANGED_IMAGES_SQL = `
  select r.target_product as id, r.is_new_product, coalesce(had.urls, '[]') as had, r.images from import_row r
  left join (
    select l.product_id, jsonb_agg(i.url order by i.created_at, i.id) as urls, jsonb_object_agg(i.url, i.alt) as alts
    from product_images l join image i on i.id = l.image_id and i.deleted_at is null
    where l.product_id in (select target_product from import_row where is_first)
    group by l.product_id
  ) had on had.product_id = r.target_product
  where r.is_first
    and (jsonb_path_query_array(r.images, '$[*].url') <> coalesce(had.urls, '[]') or exists (
      select from jsonb_array_elements(r.images) as i (value)
      where i.value ? 'alt' and i.value->>'alt' is distinct from had.alts->>(i.value->>'url')))`

const selectExistingWithChangedImages = statement<ChangedProduct>(
  `select id from (${CHANGED_IMAGES_SQL}) changed where not is_new_product`,
)
const countRemovedImages = statement<{ count: number }>(`
  select count(*)::int as count from (${CHANGED_IMAGES_SQL}) changed cross join jsonb_array_elements(had) as url (value)
  where not jsonb_path_query_array(images, '$[*].url') @> jsonb_build_array(url.value)`)

/** Of new products. */
const createImages = statement(`
  with created_image as (
    insert into image (id, created_at, updated_at, url, alt)
    select i.value->>'id', now(), now(), i.value->>'url', i.value->>'alt'
    from import_row r cross join jsonb_array_elements(r.images) as i (value)
    where r.is_first and r.is_new_product
  )
  insert into product_images (product_id, image_id)
  select r.target_product, i.id
  from import_row r cross join jsonb_to_recordset(r.images) as i (id text)
  where r.is_first and r.is_new_product`)

/** An image without `alt` that has the URL of a deleted one keeps its alternative text. */
const replaceImages = statement(`
  with deleted_image as (
    delete from image i using product_images l
    where i.id = l.image_id and i.deleted_at is null and l.product_id = any($1::text[])
    returning l.product_id, i.url, i.alt
  ), created_image as (
    insert into image (id, created_at, updated_at, url, alt)
    select i.value->>'id', now(), now(), i.value->>'url',
      case when i.value ? 'alt' then i.value->>'alt'
        else (select max(d.alt) from deleted_image d where d.product_id = r.target_product and d.url = i.value->>'url') end
    from import_row r cross join jsonb_array_elements(r.images) as i (value)
    where r.is_first and r.target_product in (select unnest($1::text[]))
  )
  insert into product_images (product_id, image_id)
  select r.target_product, i.id
  from import_row r cross join jsonb_to_recordset(r.images) as i (id text)
  where r.is_first and r.target_product in (select unnest($1::text[]))`)
