import { shop } from '#console/app/api.ts'
import type { ProcedureName } from '#console/app/permissions.ts'
import { variantName } from '../variants/variant-name.ts'

interface RelatedRow {
  name: string
  /** The page of the row in the console. */
  path: string
}

export interface RelationSource {
  /** The right that shows the rows. */
  needs: ProcedureName
  /** Returns the names of the found rows by their IDs. */
  search(text: string): Promise<Record<string, string>>
  find(id: string): Promise<RelatedRow>
}

const LIMIT = 20
const searchOf = (q: string) => ({ limit: LIMIT, ...(q ? { q } : {}) })

const namesOf = <Row extends { id: string }>(rows: readonly Row[], nameOf: (row: Row) => string) =>
  Object.fromEntries(rows.map((row) => [row.id, nameOf(row)]))

/** The tables whose rows the console finds by their names. */
const SOURCES: Readonly<Record<string, RelationSource>> = {
  product: {
    needs: 'products.list',
    search: async (q) =>
      namesOf((await shop.admin.products.list.query({ ...searchOf(q), expand: '' })).products, ({ title }) => title),
    find: async (id) => ({
      name: (await shop.admin.products.get.query({ id, fields: 'id,title', expand: '' })).product.title,
      path: `/products/${id}`,
    }),
  },
  product_variant: {
    needs: 'variants.list',
    search: async (q) =>
      namesOf(
        (await shop.admin.variants.list.query({ ...searchOf(q), expand: 'product' })).variants,
        ({ product, title }) => variantName(product?.title, title),
      ),
    find: async (id) => {
      const { variant } = await shop.admin.variants.get.query({ id, expand: 'product' })
      return {
        name: variantName(variant.product?.title, variant.title),
        path: `/products/${variant.product_id}/variants/${id}`,
      }
    },
  },
  product_collection: {
    needs: 'collections.list',
    search: async (q) =>
      namesOf((await shop.admin.collections.list.query(searchOf(q))).collections, ({ title }) => title),
    find: async (id) => ({
      name: (await shop.admin.collections.get.query({ id })).collection.title,
      path: `/products/collections/${id}`,
    }),
  },
  customer: {
    needs: 'customers.list',
    search: async (q) =>
      namesOf((await shop.admin.customers.list.query({ ...searchOf(q), expand: '' })).customers, ({ email }) => email),
    find: async (id) => ({
      name: (await shop.admin.customers.get.query({ id, expand: '' })).customer.email,
      path: `/customers/${id}`,
    }),
  },
  order: {
    needs: 'orders.list',
    search: async (q) =>
      namesOf(
        (await shop.admin.orders.list.query({ ...searchOf(q), fields: 'id,display_id', expand: '' })).orders,
        ({ display_id }) => `#${display_id}`,
      ),
    find: async (id) => ({
      name: `#${(await shop.admin.orders.get.query({ id, fields: 'id,display_id', expand: '' })).order.display_id}`,
      path: `/orders/${id}`,
    }),
  },
  region: {
    needs: 'regions.list',
    search: async (q) => namesOf((await shop.admin.regions.list.query(searchOf(q))).regions, ({ name }) => name),
    find: async (id) => ({
      name: (await shop.admin.regions.get.query({ id })).region.name,
      path: `/settings/regions/${id}`,
    }),
  },
}

/** Returns undefined for a table whose rows have no page in the console. */
export const relationSourceOf = (table: string | null): RelationSource | undefined =>
  table === null ? undefined : SOURCES[table]
