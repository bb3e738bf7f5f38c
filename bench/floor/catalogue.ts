/*
 * The catalogue of the floor: one handwritten statement for each request, whose JSON PostgreSQL writes. It has the
 * same rows, prices and counts as the store, for anonymous visitors and without sales channels of keys.
 */

const list = (rows: string, order = '') => `coalesce((select json_agg(r ${order}) from (${rows}) r), '[]')`
const one = (row: string) => `(select row_to_json(r) from (${row}) r)`

const VISIBLE = `p.deleted_at is null and p.status = 'published' and exists (
  select from product_sales_channel l
  where l.product_id = p.id and l.sales_channel_id = (select default_sales_channel_id from store))`

/** `r` is the region, which may be missing. */
const PRICES = `
  select m.id, m.created_at, m.updated_at, m.deleted_at, m.amount, m.currency_code, m.region_id, m.min_quantity, m.max_quantity,
    m.price_list_id, m.variant_id, l.type
  from money_amount m left join price_list l on l.id = m.price_list_id
  where m.variant_id = v.id and m.deleted_at is null
    and (r.id is null or (m.currency_code = r.currency_code and (m.region_id is null or m.region_id = r.id)))
    and (m.price_list_id is null or (l.deleted_at is null and l.status = 'active'
      and (l.starts_at is null or l.starts_at < now()) and (l.ends_at is null or l.ends_at > now())
      and not exists (select from price_list_customer_groups g where g.price_list_id = l.id)))`

const PRICED = `
  left join lateral (
    select json_agg(e order by e.created_at, e.id) as prices, min(e.amount) filter (where e.min_quantity is null) as lowest,
      min(e.amount) filter (where e.price_list_id is null and e.min_quantity is null) as original,
      (array_agg(coalesce(e.type, 'default') order by e.amount) filter (where e.min_quantity is null))[1] as kind
    from (${PRICES}) e) m on true`

const priced = (name: string, amount: string) => `
  case when r.id is not null then ${amount} end as ${name}_price,
  case when r.id is not null then false end as ${name}_price_includes_tax,
  case when r.id is not null then ${amount} + floor(${amount} * r.tax_rate / 100 + 0.5) end as ${name}_price_incl_tax,
  case when r.id is not null then floor(${amount} * r.tax_rate / 100 + 0.5) end as ${name}_tax`

const VARIANT = `
  select v.*, coalesce(m.prices, '[]') as prices,
    ${list('select * from product_option_value where variant_id = v.id and deleted_at is null')} as options,
    ${priced('original', 'm.original')}, ${priced('calculated', 'm.lowest')},
    case when r.id is not null then m.kind end as calculated_price_type,
    case when r.id is not null then json_build_array(json_build_object('rate', r.tax_rate, 'name', 'default', 'code', null)) end
      as tax_rates`

const PRODUCT = `
  select p.*,
    ${list(`${VARIANT} from product_variant v ${PRICED} where v.product_id = p.id and v.deleted_at is null
      order by v.variant_rank, v.created_at, v.id`)} as variants,
    ${list(`select o.*, ${list('select * from product_option_value where option_id = o.id and deleted_at is null')} as values
      from product_option o where o.product_id = p.id and o.deleted_at is null`)} as options,
    ${list(`select i.* from image i join product_images l on l.image_id = i.id
      where l.product_id = p.id and i.deleted_at is null`)} as images,
    ${list(`select t.* from product_tag t join product_tags l on l.product_tag_id = t.id
      where l.product_id = p.id and t.deleted_at is null`)} as tags,
    ${one('select * from product_collection where id = p.collection_id and deleted_at is null')} as collection,
    ${one('select * from product_type where id = p.type_id and deleted_at is null')} as type,
    ${list('select * from shipping_profile where id = p.profile_id')} as profiles,
    ${list(`select c.* from product_category c join product_category_product l on l.product_category_id = c.id
      where l.product_id = p.id and c.is_active and not c.is_internal`)} as categories`

const REGION = 'left join region r on r.id = $1'
const NEWEST = 'order by p.created_at desc, p.id desc'

const productList = (condition: string) => `
  select (select count(*) from product p where ${VISIBLE} and ${condition}) as count,
    ${list(`${PRODUCT} from (select p.* from product p where ${VISIBLE} and ${condition} ${NEWEST} limit $2 offset $3) p
      ${REGION} ${NEWEST}`)}::text as rows`

const LIKE = `(p.title ilike $4 or p.description ilike $4
  or exists (select from product_collection c where c.id = p.collection_id and c.deleted_at is null and c.title ilike $4)
  or exists (select from product_variant v
    where v.product_id = p.id and v.deleted_at is null and (v.title ilike $4 or v.sku ilike $4)))`

export const allProducts = productList('true')
export const productsOfCollection = productList('p.collection_id = $4')
export const productsByHandle = productList('p.handle = $4')
export const productsByText = productList(LIKE)

export const productById = `select ${one(`${PRODUCT} from product p ${REGION} where p.id = $2 and ${VISIBLE}`)}::text as row`

const FOUND = `select product_id as id from product_search where words @@ to_tsquery('simple', $2 || ':*')
  union select id from product where $2 <% title
  union select p.id from product p join product_collection c on c.id = p.collection_id
    where c.deleted_at is null and $2 <% c.title
  union select product_id from product_variant where deleted_at is null and ($2 <% title or $2 <% sku)`

const facet = (id: string, name: string, join: string) =>
  list(`
  select ${id} as id, ${name} as name, count(*)::integer as count from matches p join ${join}
  group by 1, 2 order by 3 desc, 2, 1 limit 100`)

export const searchWithFacets = `
  with matches as (select p.* from product p where ${VISIBLE} and p.id in (${FOUND}))
  select ${list(`${PRODUCT} from (
      select p.* from matches p join product_search s on s.product_id = p.id
        left join product_collection c on c.id = p.collection_id and c.deleted_at is null
      order by ts_rank(s.words, to_tsquery('simple', $2 || ':*'))
        + greatest(word_similarity($2, p.title), 0.8 * word_similarity($2, c.title)) desc,
        p.created_at desc, p.id desc limit $3) p ${REGION}`)}::text as rows,
    ${facet('c.id', 'c.title', 'product_collection c on c.id = p.collection_id and c.deleted_at is null')} as collection_id,
    ${facet('t.id', 't.value', 'product_type t on t.id = p.type_id and t.deleted_at is null')} as type_id`

export const variants = `
  select ${list(`${VARIANT}, ${one('select p.*')} as product
    from (select v.* from product_variant v join product p on p.id = v.product_id where v.deleted_at is null and ${VISIBLE}
      order by v.created_at desc, v.id desc limit $2) v
    join product p on p.id = v.product_id ${REGION} ${PRICED} order by v.created_at desc, v.id desc`)}::text as rows`

export const collections = `select (select count(*) from product_collection where deleted_at is null) as count, ${list(`
  select * from product_collection where deleted_at is null order by created_at desc, id desc limit $1`)}::text as rows`

export const types = `select (select count(*) from product_type where deleted_at is null) as count, ${list(`
  select * from product_type where deleted_at is null order by created_at desc, id desc limit $1`)}::text as rows`

export const regions = `select (select count(*) from region where deleted_at is null) as count, ${list(`
  select r.*, ${list('select * from country where region_id = r.id')} as countries,
    ${one('select * from currency where code = r.currency_code')} as currency,
    ${list(`select f.* from fulfillment_provider f join region_fulfillment_providers l on l.provider_id = f.id
      where l.region_id = r.id`)} as fulfillment_providers,
    ${list(`select f.* from payment_provider f join region_payment_providers l on l.provider_id = f.id
      where l.region_id = r.id`)} as payment_providers
  from region r where deleted_at is null order by created_at desc, id desc limit $1`)}::text as rows`

export const shippingOptions = `select ${list(`
  select o.*, ${list('select * from shipping_option_requirement where shipping_option_id = o.id and deleted_at is null')} as requirements,
    o.amount + floor(o.amount * r.tax_rate / 100 + 0.5) as price_incl_tax,
    json_build_array(json_build_object('rate', r.tax_rate, 'name', 'default', 'code', null)) as tax_rates
  from shipping_option o join region r on r.id = o.region_id
  where o.region_id = $1 and o.deleted_at is null and not o.admin_only order by o.created_at, o.id`)}::text as rows`
