export interface Read {
  name: string
  /** The body of a search. Undefined for a GET request. */
  body?: (german: boolean) => object
  path: string
  /** Whether the goal of 1.1 × applies. */
  hasGoal: boolean
}

const search = (q: string, german: string, more: object = {}) => ({
  path: '/store/products/search',
  body: (isGerman: boolean) => ({ q: isGerman ? german : q, currency_code: 'eur', ...more }),
})

const FACETS = ['collection_id', 'type_id', 'tags', 'options']

function listByTitle(name: string, filter = ''): Read {
  return { name, path: `/store/products?limit=12&currency_code=eur&order=title${filter}`, hasGoal: true }
}

/** `:id` is the id of a product. */
export const LANGUAGE_READS: readonly Read[] = [
  { name: 'list of 12 products', path: '/store/products?limit=12&currency_code=eur', hasGoal: true },
  { name: 'product', path: '/store/products/:id?currency_code=eur', hasGoal: true },
  { name: 'search for a number', ...search('4711', '4711'), hasGoal: true },
  { name: 'search for a frequent word', ...search('linen', 'leinen'), hasGoal: true },
  { name: 'search for two words', ...search('linen trousers', 'leinen hose'), hasGoal: true },
  { name: 'two words and four facets', ...search('linen trousers', 'leinen hose', { facets: FACETS }), hasGoal: true },
  { name: 'four facets of all products', ...search('', '', { facets: FACETS }), hasGoal: false },
  listByTitle('list by title'),
  listByTitle('collection by title', '&collection_id[]=pcol_7'),
  listByTitle('type by title', '&type_id[]=ptyp_7'),
  listByTitle('tag by title', '&tags[]=ptag_7'),
]
