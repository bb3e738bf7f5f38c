import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { setProductsByExternalId } from './external-ids.ts'

export async function createStagingTables(em: EntityManager): Promise<void> {
  await createRows(em)
  await createTaxClasses(em)
}

export async function stageRows(em: EntityManager, rows: readonly string[]): Promise<void> {
  await insertRows(em, `[${rows.join()}]`)
}

/**
 * A line finds its product by product id, variant id, the handle of another line, handle or SKU. Otherwise the product
 * is new. It finds its variant by id, the SKU or the options.
 */
export async function resolveTargets(em: EntityManager, source: { program: string } | undefined): Promise<void> {
  await analyzeRows(em)
  if (source) await setProductsByExternalId(em)
  await setProductByVariant(em)
  await setProductByHandle(em)
  await setProductByHandleInShop(em)
  await setProductByDerivedHandleInShop(em)
  await setVariantBySku(em)
  await setVariantBySkuInShop(em)
  await setVariantByOptions(em)
  await setTargets(em)
  await indexTargets(em)
  await analyzeRows(em)
  await createValues(em)
  await analyzeValues(em)
}

/** Makes the rows with unknown ids new. Returns the numbers of unknown products and variants. */
export async function forgetUnknownIds(em: EntityManager): Promise<{ products: number; variants: number }> {
  const [counted] = await countUnknownIds(em)
  await forgetProductIds(em)
  await forgetVariantIds(em)
  return counted ?? { products: 0, variants: 0 }
}

const UNKNOWN_PRODUCT_SQL = `r.product_id is not null
  and not exists (select from product p where p.id = r.product_id and p.deleted_at is null)`
const UNKNOWN_VARIANT_SQL = `r.variant_id is not null
  and not exists (select from product_variant v where v.id = r.variant_id and v.deleted_at is null)`

const countUnknownIds = statement<{ products: number; variants: number }>(`
  select (select count(distinct product_id)::int from import_row r where ${UNKNOWN_PRODUCT_SQL}) as products,
    (select count(distinct variant_id)::int from import_row r where ${UNKNOWN_VARIANT_SQL}) as variants`)
const forgetProductIds = statement(`
  with unknown as materialized (select r.line from import_row r where ${UNKNOWN_PRODUCT_SQL})
  update import_row r set product_id = null from unknown where unknown.line = r.line`)
const forgetVariantIds = statement(`
  with unknown as materialized (select r.line from import_row r where ${UNKNOWN_VARIANT_SQL})
  update import_row r set variant_id = null from unknown where unknown.line = r.line`)

const createRows = statement(`
  create temporary table import_row (
    line integer primary key,
    source_line integer not null,
    sheet_row integer not null,
    product_id text,
    variant_id text,
    new_product_id text not null,
    new_variant_id text not null,
    handle text not null,
    fit_handle text not null,
    is_variant boolean not null,
    product jsonb not null,
    variant jsonb not null,
    collection_handle text,
    collection_title text,
    type text,
    profile_name text,
    profile_type text,
    tags jsonb not null,
    images jsonb not null,
    channels jsonb not null,
    categories jsonb not null,
    old_addresses jsonb not null,
    collection_address text,
    tax_class text,
    tax_rates jsonb,
    options jsonb not null,
    prices jsonb not null,
    sale jsonb not null,
    sale_prices jsonb not null,
    texts jsonb not null,
    target_product text,
    target_variant text,
    is_new_product boolean,
    is_new_variant boolean,
    is_first boolean,
    other_title text
  ) on commit drop`)

const createTaxClasses = statement(
  'create temporary table import_tax_class (class text not null, rate_id text not null) on commit drop',
)

const insertRows = statement(`
  insert into import_row select * from jsonb_populate_recordset(null::import_row, $1::jsonb)`)

const analyzeRows = statement('analyze import_row')

const setProductByVariant = statement(`
  update import_row r set product_id = v.product_id from product_variant v
  where r.product_id is null and v.id = r.variant_id and v.deleted_at is null`)

const setProductByHandle = statement(`
  with named as materialized (
    select fit_handle, min(product_id) as product_id from import_row
    where product_id is not null group by fit_handle having count(distinct product_id) = 1
  )
  update import_row r set product_id = named.product_id from named
  where r.product_id is null and r.variant_id is null and named.fit_handle = r.fit_handle`)

/* A product or variant that the file names by id is found by its id only, because it may change its handle or SKU. */
const NAMED_PRODUCTS_SQL = '(select o.product_id from import_row o where o.product_id is not null)'
const NAMED_VARIANTS_SQL = '(select o.variant_id from import_row o where o.variant_id is not null)'

const setProductInShop = (handle: 'handle' | 'fit_handle') =>
  statement(`
  update import_row r set product_id = p.id from product p
  where r.product_id is null and r.variant_id is null and r.${handle} <> '' and p.handle = r.${handle}
    and p.deleted_at is null and p.id not in ${NAMED_PRODUCTS_SQL}`)

const setProductByHandleInShop = setProductInShop('handle')
const setProductByDerivedHandleInShop = setProductInShop('fit_handle')

const setVariantBySku = statement(`
  update import_row r set variant_id = v.id from product_variant v
  where r.is_variant and r.variant_id is null and r.product_id is not null and v.product_id = r.product_id
    and v.sku = r.variant->>'sku' and v.deleted_at is null and v.id not in ${NAMED_VARIANTS_SQL}`)

const setVariantBySkuInShop = statement(`
  update import_row r set variant_id = v.id, product_id = v.product_id from product_variant v
  where r.is_variant and r.variant_id is null and r.product_id is null and r.handle = ''
    and v.sku = r.variant->>'sku' and v.deleted_at is null`)

/** A row without SKU is the variant with the same options. */
const setVariantByOptions = statement(`
  with found as materialized (
    select r.line, min(v.id) as variant_id
    from import_row r join product_variant v on v.product_id = r.product_id and v.deleted_at is null
    where r.is_variant and r.variant_id is null and (r.variant->>'sku' is null or v.sku is null)
      and v.id not in ${NAMED_VARIANTS_SQL}
      and jsonb_array_length(r.options) = (
        select count(*) from product_option o where o.product_id = r.product_id and o.deleted_at is null)
      and not exists (
        select from jsonb_to_recordset(r.options) as named (name text, value text)
        where not exists (
          select from product_option o join product_option_value w on w.option_id = o.id
          where o.product_id = r.product_id and o.deleted_at is null and lower(btrim(o.title)) = lower(named.name)
            and w.variant_id = v.id and w.deleted_at is null and btrim(w.value) = named.value
        )
      )
    group by r.line having count(*) = 1
  )
  update import_row r set variant_id = found.variant_id from found where found.line = r.line`)

const setTargets = statement(`
  with target as materialized (
    select line, product_id, row_number() over (partition by product_id order by line) as place
    from (
      select line, coalesce(product_id,
        first_value(new_product_id) over (partition by fit_handle, product_id is null order by line)) as product_id
      from import_row
    ) named
  )
  update import_row r set
    target_product = target.product_id,
    is_new_product = r.product_id is null,
    target_variant = case when r.is_variant then coalesce(r.variant_id, r.new_variant_id) end,
    is_new_variant = r.is_variant and r.variant_id is null,
    is_first = target.place = 1
  from target where target.line = r.line`)

const indexTargets = statement('create index on import_row (target_variant)')

/** Options of a new product come from its first line. An empty cell keeps the value of an existing variant. */
const createValues = statement(`
  create temporary table import_value on commit drop as
  select r.line, r.target_product as product_id, r.target_variant as variant_id, r.is_new_product,
    r.is_new_variant, o.n, o.id, o.value,
    o.name, coalesce(known.id, listed.option_id) as option_id
  from import_row r
  cross join jsonb_to_recordset(r.options) as o (n int, id text, name text, value text)
  left join product_option known
    on known.product_id = r.target_product and lower(btrim(known.title)) = lower(o.name) and known.deleted_at is null
  left join import_row f on r.is_new_product and f.is_first and f.target_product = r.target_product
  left join lateral (
    select option_id from jsonb_to_recordset(f.options) as listed (n int, option_id text, name text)
    where lower(listed.name) = lower(o.name) order by listed.n limit 1
  ) listed on true
  where o.value <> '' or r.is_new_variant is distinct from false`)

const analyzeValues = statement('analyze import_value')
