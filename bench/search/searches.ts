export interface Search {
  name: string
  body: object
  /** Selects the ids of the hits. */
  hits: string
  /** Each selects the values of a facet, the most frequent first. */
  facets?: Readonly<Record<string, string>>
}

const LIMIT = 20

const VISIBLE = `p.deleted_at is null and p.status = 'published' and exists (
  select from product_sales_channel l
  where l.product_id = p.id and l.sales_channel_id = (select default_sales_channel_id from store))`

const tsquery = (words: readonly string[]) => `to_tsquery('simple', '${words.map((word) => `${word}:*`).join(' & ')}')`

function foundSql(words: readonly string[]): string {
  const text = `'${words.join(' ')}'`
  return `
    select product_id as id from product_search where words @@ ${tsquery(words)}
    union select id from product where ${text} <% title
    union select p.id from product p join product_collection c on c.id = p.collection_id
      where c.deleted_at is null and ${text} <% c.title
    union select product_id from product_variant where deleted_at is null and (${text} <% title or ${text} <% sku)`
}

function rankedSql(words: readonly string[], condition = 'true'): string {
  const text = `'${words.join(' ')}'`
  return `
    with matches as (
      select p.id, p.created_at, p.title, p.collection_id from product p
      where ${VISIBLE} and ${condition} and p.id in (${foundSql(words)})
      order by p.created_at desc, p.id desc limit 1000)
    select m.id from matches m join product_search s on s.product_id = m.id
      left join product_collection c on c.id = m.collection_id and c.deleted_at is null
    order by ts_rank(s.words, ${tsquery(words)})
      + greatest(word_similarity(${text}, m.title), 0.8 * word_similarity(${text}, c.title)) desc,
      m.created_at desc, m.id desc limit ${LIMIT}`
}

const newestSql = (condition = 'true') =>
  `select p.id from product p where ${VISIBLE} and ${condition} order by p.created_at desc, p.id desc limit ${LIMIT}`

/** `where` is the condition for the products of each facet. */
function facetsSql(where: (facet: string) => string): Record<string, string> {
  const counted = (facet: string, { id, name, joins }: { id: string; name: string; joins: string }) => `
    select ${id} as id, ${name} as name, count(*)::integer as count from product p ${joins}
    where ${VISIBLE} and ${where(facet)} group by ${id} order by count(*) desc, ${name}, ${id} limit 100`
  return {
    collection_id: counted('collection_id', {
      id: 'c.id',
      name: 'c.title',
      joins: 'join product_collection c on c.id = p.collection_id and c.deleted_at is null',
    }),
    type_id: counted('type_id', {
      id: 'c.id',
      name: 'c.value',
      joins: 'join product_type c on c.id = p.type_id and c.deleted_at is null',
    }),
    tags: counted('tags', {
      id: 'c.id',
      name: 'c.value',
      joins: `join product_tags t on t.product_id = p.id
        join product_tag c on c.id = t.product_tag_id and c.deleted_at is null`,
    }),
    options: `
      select title, value, count(*)::integer as count from (
        select distinct p.id, o.title, v.value from product p
          join product_option o on o.product_id = p.id and o.deleted_at is null
          join product_option_value v on v.option_id = o.id and v.deleted_at is null
        where ${VISIBLE} and ${where('options')}
      ) one group by title, value order by count(*) desc, title, value limit 100`,
  }
}

const list = (rows: string) => `(select coalesce(json_agg(r), '[]') from (${rows}) r)`
const one = (row: string) => `(select row_to_json(r) from (${row}) r)`

/** Selects the hits with their relations. */
export const READ_HITS = `
  select p.*, ${one('select * from product_collection where id = p.collection_id')} as collection,
    ${one('select * from product_type where id = p.type_id')} as type,
    ${list('select t.* from product_tag t join product_tags l on l.product_tag_id = t.id where l.product_id = p.id')} as tags,
    ${list('select i.* from image i join product_images l on l.image_id = i.id where l.product_id = p.id')} as images,
    ${list(`
      select o.*, ${list('select * from product_option_value where option_id = o.id')} as values
      from product_option o where o.product_id = p.id`)} as options,
    ${list(`
      select v.*, ${list('select * from product_option_value where variant_id = v.id')} as options,
        ${list('select * from money_amount where variant_id = v.id')} as prices
      from product_variant v where v.product_id = p.id order by v.variant_rank`)} as variants
  from product p where p.id = any($1::text[])`

const FACETS = ['collection_id', 'type_id', 'tags', 'options']
const typed = `p.type_id in ('ptyp_1', 'ptyp_2')`
const tagged = `exists (select from product_tags t where t.product_id = p.id and t.product_tag_id in ('ptag_3', 'ptag_4'))`

const conditionsExcept = (facet: string) =>
  [facet === 'type_id' ? 'true' : typed, facet === 'tags' ? 'true' : tagged].join(' and ')

export const SEARCHES: readonly Search[] = [
  { name: 'a number', body: { q: '4711' }, hits: rankedSql(['4711']) },
  { name: 'a frequent word', body: { q: 'linen' }, hits: rankedSql(['linen']) },
  { name: 'two words', body: { q: 'linen trousers' }, hits: rankedSql(['linen', 'trousers']) },
  { name: 'a misspelled word', body: { q: 'trosuers' }, hits: rankedSql(['trosuers']) },
  {
    name: 'two filters',
    body: { filter: { type_id: ['ptyp_1', 'ptyp_2'], tags: ['ptag_3', 'ptag_4'] } },
    hits: newestSql(`${typed} and ${tagged}`),
  },
  {
    name: 'two words and four facets',
    body: { q: 'linen trousers', facets: FACETS },
    hits: rankedSql(['linen', 'trousers']),
    facets: facetsSql(() => `p.id in (${foundSql(['linen', 'trousers'])})`),
  },
  {
    name: 'two filters and four facets',
    body: { filter: { type_id: ['ptyp_1', 'ptyp_2'], tags: ['ptag_3', 'ptag_4'] }, facets: FACETS },
    hits: newestSql(`${typed} and ${tagged}`),
    facets: facetsSql(conditionsExcept),
  },
  {
    name: 'four facets of all products',
    body: { facets: FACETS },
    hits: newestSql(),
    facets: facetsSql(() => 'true'),
  },
]
