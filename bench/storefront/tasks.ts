import type { Connection } from '../connection.ts'
import type { BenchShop } from '../shop.ts'

/** Two ways to the same content: the page, or the JSON answers that a storefront in the browser needs for it. */
export interface Task {
  name: string
  page: string
  json: readonly ((connection: Connection) => Promise<void>)[]
}

const read =
  (path: string) =>
  (connection: Connection): Promise<void> =>
    connection.read('GET', path)

/** Each page shows the regions and the categories. */
const SHELL = [
  read('/store/regions?order=created_at'),
  read('/store/product-categories?parent_category_id=null&include_descendants_tree=true&limit=50'),
]

const CARD = 'fields=id,title,subtitle,handle,thumbnail&expand=variants,options.values'
const PRODUCT =
  'fields=id,title,subtitle,description,handle,thumbnail,material,origin_country,weight,collection_id,is_giftcard&expand=variants.options,options.values,images,categories,collection'

export function tasksOf({ region }: BenchShop, handle: string): Task[] {
  const market = `region_id=${region.id}`
  return [
    {
      name: 'product',
      page: `/products/${handle}`,
      json: [
        ...SHELL,
        read(`/store/products?handle=${handle}&limit=1&${market}&${PRODUCT}`),
        read(`/store/products?limit=5&${market}&${CARD}`),
      ],
    },
    {
      name: 'list',
      page: '/products',
      json: [
        ...SHELL,
        read(`/store/products?limit=24&order=-created_at&${market}&${CARD}`),
        (connection) =>
          connection.read('POST', '/store/products/search', {
            ...{ q: '', limit: 0, region_id: region.id, filter: {} },
            facets: ['collection_id', 'type_id', 'tags', 'options', 'price'],
          }),
      ],
    },
  ]
}
