import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import { toHandle } from '#entities/values/handle.ts'
import type { OptionChoice } from './choices.ts'
import { createProduct } from './create-product.ts'
import { lockProduct } from './find-product.ts'
import { readLockedVariants } from './locked-variants.ts'
import type { MoneyAmount } from './money-amount.ts'
import { Product } from './product.ts'
import type { ImageAlt } from './product-images.ts'
import { findBasePrices } from './variant-prices.ts'

const PHYSICAL = ['weight', 'length', 'height', 'width', 'origin_country', 'mid_code', 'material', 'hs_code'] as const
const COPIED = [
  ...PHYSICAL,
  ...(['subtitle', 'description', 'seo_title', 'seo_description', 'thumbnail', 'collection_id'] as const),
  ...(['is_giftcard', 'discountable', 'metadata'] as const),
] as const
const COPIED_OF_VARIANT = [
  ...PHYSICAL,
  ...(['title', 'metadata', 'allow_backorder', 'manage_inventory', 'thumbnail'] as const),
  ...(['cost_amount', 'cost_currency_code'] as const),
] as const

/** Creates a draft with everything of the product except its codes, its stock and its prices in price lists. */
export async function duplicateProduct(
  em: EntityManager,
  { id, title }: { id: string; title: string },
): Promise<{ id: string }> {
  const product = await lockProduct(em, id)
  const locked = await readLockedVariants(em, id)
  const prices = await findBasePrices(
    em,
    locked.variants.map((variant) => variant.id),
  )
  const [links] = await selectLinks(em, id)
  if (!links) throw new NotFound(`Product with id: ${id} was not found`)
  const created = await createProduct(em, {
    ...pick(product, COPIED),
    ...ownFields('product', product),
    ...pick(links, ['images', 'type', 'tags', 'sales_channels', 'categories']),
    image_alts: links.images_with_alts,
    title,
    handle: await findFreeHandle(em, title),
    status: 'draft',
    options: locked.options.map((option) => ({ title: option.title })),
    variants: locked.variants.map((variant) => ({
      ...pick(variant, COPIED_OF_VARIANT),
      ...ownFields('variant', variant),
      prices: prices.filter((price) => price.variant_id === variant.id).map(copyOfPrice),
      options: locked.options.map((option) => ({ value: chosenValue(locked.choicesOf(variant), option.id) })),
    })),
  })
  await defer(em, copyTexts.with(id, created.id))
  const copy = await lockRow(em, Product, { id: created.id })
  if (copy) copy.profile_id = product.profile_id
  return created
}

const copyOfPrice = ({ amount, currency_code, region_id, min_quantity, max_quantity }: Row<MoneyAmount>) => ({
  ...{ amount, min_quantity, max_quantity },
  ...(region_id ? { region_id } : { currency_code }),
})

const chosenValue = (choices: readonly OptionChoice[], option_id: string): string =>
  choices.find((choice) => choice.option_id === option_id)?.value ?? ''

interface Links {
  images: string[]
  images_with_alts: ImageAlt[]
  type: { value: string } | null
  tags: { value: string }[]
  sales_channels: { id: string }[]
  categories: { id: string }[]
}

const selectLinks = statement<Links, [id: string]>(`
  select
    coalesce(image.urls, '[]') as images,
    coalesce(image.alts, '[]') as images_with_alts,
    (select json_build_object('value', value) from product_type where id = p.type_id) as type,
    (select coalesce(json_agg(json_build_object('value', t.value)), '[]')
      from product_tags l join product_tag t on t.id = l.product_tag_id where l.product_id = p.id) as tags,
    (select coalesce(json_agg(json_build_object('id', l.sales_channel_id)), '[]')
      from product_sales_channel l where l.product_id = p.id) as sales_channels,
    (select coalesce(json_agg(json_build_object('id', l.product_category_id)), '[]')
      from product_category_product l where l.product_id = p.id) as categories
  from product p
  left join lateral (
    select json_agg(i.url order by i.created_at, i.id) as urls,
      json_agg(json_build_object('url', i.url, 'alt', i.alt) order by i.created_at, i.id) as alts
    from product_images l join image i on i.id = l.image_id and i.deleted_at is null where l.product_id = p.id
  ) image on true
  where p.id = $1`)

/** The variants and options of both products have the same order. The title of the copy is new, so it has no translations yet. */
const copyTexts = statement<object, [original: string, copy: string]>(`
  with variants as (
    select id, product_id, row_number() over (partition by product_id order by variant_rank, created_at, id) as place
    from product_variant where product_id in ($1, $2) and deleted_at is null
  ), options as (
    select id, product_id, row_number() over (partition by product_id order by created_at, id) as place
    from product_option where product_id in ($1, $2) and deleted_at is null
  ), copied_variants as (
    select original.id, copy.id as copy_id from variants original join variants copy using (place)
    where original.product_id = $1 and copy.product_id = $2
  ), copied_options as (
    select original.id, copy.id as copy_id from options original join options copy using (place)
    where original.product_id = $1 and copy.product_id = $2
  ), copied as (
    select $1::text as id, $2::text as copy_id
    union all select * from copied_variants
    union all select * from copied_options
    union all select original.id, copy.id
      from copied_variants v join product_option_value original on original.variant_id = v.id and original.deleted_at is null
        join copied_options o on o.id = original.option_id
        join product_option_value copy on copy.variant_id = v.copy_id and copy.option_id = o.copy_id and copy.deleted_at is null
  ), texts as (
    select t.entity, copy_id, t.language, case t.entity when 'product' then t.texts - 'title' else t.texts end as texts
    from copied join translation t on t.row_id = copied.id
  )
  insert into translation (entity, row_id, language, texts)
  select entity, copy_id, language, texts from texts where texts <> '{}' order by copy_id, language`)

const pick = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

/** The fields of plugins that administrators write. */
const ownFields = (table: 'product' | 'variant', row: object): object =>
  Object.fromEntries(
    [...fieldsOf(table)]
      .filter(([, { writableBy }]) => writableBy.includes('admin'))
      .map(([name]) => [name, Reflect.get(row, name)]),
  )

/** The handle of the title, with a number if another product uses it. */
async function findFreeHandle(em: EntityManager, title: string): Promise<string> {
  const handle = toHandle(title)
  const taken = new Set((await selectHandles(em, handle)).map((row) => row.handle))
  if (!taken.has(handle)) return handle
  let number = 2
  while (taken.has(`${handle}-${number}`)) number++
  return `${handle}-${number}`
}

const selectHandles = statement<{ handle: string }, [handle: string]>(`
  select handle from product where deleted_at is null and (handle = $1 or starts_with(handle, $1 || '-'))`)
