import type { Category, Store } from '../api.ts'

/** The top categories with their descendants. */
export async function readNavigation(store: Store): Promise<Category[]> {
  const { product_categories } = await store.productCategories.list({
    ...{ parent_category_id: null, include_descendants_tree: true, limit: 50 },
  })
  return product_categories
}

/** A category and all below it, each before those below it. */
export const withDescendants = (one: Category): Category[] => [
  one,
  ...(one.category_children ?? []).flatMap(withDescendants),
]
