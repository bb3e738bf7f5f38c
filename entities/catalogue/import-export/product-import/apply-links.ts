import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

interface ChangedProduct {
  id: string
}

/** Replaces the links of each product by the links of its first line in the file. Returns ids of changed products. */
export async function applyLinks(em: EntityManager, columns: readonly string[]): Promise<string[]> {
  const changedProducts: ChangedProduct[] = []
  for (const { column, unlink, link } of LINKS) {
    if (!columns.includes(column)) continue
    changedProducts.push(...(await unlink(em)), ...(await link(em)))
  }
  await linkToDefaultChannel(em)
  if (columns.includes('image')) {
    const productsWithNewImages = await findChangedImages(em)
    const ids = productsWithNewImages.map(({ id }) => id)
    await deleteImages(em, ids)
    await insertImages(em, ids)
    changedProducts.push(...productsWithNewImages)
  }
  return changedProducts.map(({ id }) => id)
}

interface ImportLink {
  table: string
  other: string
  target: string
  isVisible: string
}

const linkStatements = ({ table, other, target, isVisible }: ImportLink) => ({
  unlink: statement<ChangedProduct>(`
    delete from ${table} l using import_row r
    where r.is_first and not r.is_new_product and l.product_id = r.target_product and ${isVisible}
      and l.${other} not in (select w.id from (${target}) w where w.id is not null)
    returning l.product_id as id`),
  link: statement<ChangedProduct>(`
    insert into ${table} (product_id, ${other})
    select distinct r.target_product, w.id from import_row r cross join lateral (${target}) w
    where r.is_first and w.id is not null
    order by 1, 2 on conflict do nothing returning product_id as id`),
})

const LINKS = [
  {
    column: 'Product Tags',
    ...linkStatements({
      table: 'product_tags',
      other: 'product_tag_id',
      target: `select t.id from jsonb_array_elements_text(r.tags) as tag (value)
        join product_tag t on t.value = tag.value and t.deleted_at is null`,
      isVisible: 'exists (select from product_tag t where t.id = l.product_tag_id and t.deleted_at is null)',
    }),
  },
  {
    column: 'channel',
    ...linkStatements({
      table: 'product_sales_channel',
      other: 'sales_channel_id',
      target: `select coalesce(
          (select c.id from sales_channel c where c.id = named.id and c.deleted_at is null),
          (select c.id from sales_channel c where c.name = named.name and c.deleted_at is null
            order by c.created_at, c.id limit 1)
        ) as id
        from jsonb_to_recordset(r.channels) as named (id text, name text)`,
      isVisible: 'exists (select from sales_channel c where c.id = l.sales_channel_id and c.deleted_at is null)',
    }),
  },
  {
    column: 'category',
    ...linkStatements({
      table: 'product_category_product',
      other: 'product_category_id',
      target: `select k.id from jsonb_array_elements_text(r.categories) as c (handle)
        join product_category k on k.handle = c.handle`,
      isVisible: 'true',
    }),
  },
]

const linkToDefaultChannel = statement(`
  insert into product_sales_channel (product_id, sales_channel_id)
  select r.target_product, s.default_sales_channel_id from import_row r cross join store s
  where r.is_first and r.is_new_product
    and not exists (select from product_sales_channel l where l.product_id = r.target_product)`)

const findChangedImages = statement<ChangedProduct>(`
  select r.target_product as id from import_row r
  left join (
    select l.product_id, jsonb_agg(i.url order by i.created_at, i.id) as urls
    from product_images l join image i on i.id = l.image_id and i.deleted_at is null
    where l.product_id in (select target_product from import_row where is_first)
    group by l.product_id
  ) had on had.product_id = r.target_product
  where r.is_first
    and jsonb_path_query_array(r.images, '$[*].url') <> coalesce(had.urls, '[]')`)

const deleteImages = statement(`
  delete from image where deleted_at is null
    and id in (select image_id from product_images where product_id = any($1::text[]))`)

const insertImages = statement(`
  with created_image as (
    insert into image (id, created_at, updated_at, url)
    select i.id, now(), now(), i.url
    from import_row r cross join jsonb_to_recordset(r.images) as i (id text, url text)
    where r.is_first and r.target_product in (select unnest($1::text[]))
  )
  insert into product_images (product_id, image_id)
  select r.target_product, i.id
  from import_row r cross join jsonb_to_recordset(r.images) as i (id text)
  where r.is_first and r.target_product in (select unnest($1::text[]))`)
