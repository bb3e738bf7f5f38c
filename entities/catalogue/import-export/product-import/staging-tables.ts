import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

export async function createStagingTables(em: EntityManager): Promise<void> {
  await createRows(em)
}

export async function stageRows(em: EntityManager, rows: readonly string[]): Promise<void> {
  await insertRows(em, `[${rows.join()}]`)
}

/** A line finds its product by product id, variant id or the handle of another line. Otherwise the product is new. */
export async function resolveTargets(em: EntityManager): Promise<void> {
  await analyzeRows(em)
  await setProductByVariant(em)
  await setProductByHandle(em)
  await setTargets(em)
  await indexTargets(em)
  await analyzeRows(em)
  await createValues(em)
  await analyzeValues(em)
}

const createRows = statement(`
  create temporary table import_row (
    line integer primary key,
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
    tags jsonb not null,
    images jsonb not null,
    channels jsonb not null,
    categories jsonb not null,
    options jsonb not null,
    prices jsonb not null,
    target_product text,
    target_variant text,
    is_new_product boolean,
    is_new_variant boolean,
    is_first boolean
  ) on commit drop`)

const insertRows = statement(`
  insert into import_row select * from jsonb_populate_recordset(null::import_row, $1::jsonb)`)

const analyzeRows = statement('analyze import_row')

const setProductByVariant = statement(`
  update import_row r set product_id = v.product_id from product_variant v
  where r.product_id is null and v.id = r.variant_id and v.deleted_at is null`)

const setProductByHandle = statement(`
  update import_row r set product_id = named.product_id
  from (
    select fit_handle, min(product_id) as product_id from import_row
    where product_id is not null group by fit_handle having count(distinct product_id) = 1
  ) named
  where r.product_id is null and r.variant_id is null and named.fit_handle = r.fit_handle`)

const setTargets = statement(`
  update import_row r set
    target_product = target.product_id,
    is_new_product = r.product_id is null,
    target_variant = case when r.is_variant then coalesce(r.variant_id, r.new_variant_id) end,
    is_new_variant = r.is_variant and r.variant_id is null,
    is_first = target.place = 1
  from (
    select line, product_id, row_number() over (partition by product_id order by line) as place
    from (
      select line, coalesce(product_id,
        first_value(new_product_id) over (partition by fit_handle, product_id is null order by line)) as product_id
      from import_row
    ) named
  ) target
  where target.line = r.line`)

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
    on known.product_id = r.target_product and lower(known.title) = lower(o.name) and known.deleted_at is null
  left join import_row f on r.is_new_product and f.is_first and f.target_product = r.target_product
  left join lateral (
    select option_id from jsonb_to_recordset(f.options) as listed (n int, option_id text, name text)
    where lower(listed.name) = lower(o.name) order by listed.n limit 1
  ) listed on true
  where o.value <> '' or r.is_new_variant is distinct from false`)

const analyzeValues = statement('analyze import_value')
