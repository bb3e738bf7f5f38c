import type { EntityManager } from '@mikro-orm/postgresql'
import { descendantsOf } from '#entities/catalogue/category/descendants.ts'
import type { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import type { Resource } from '../reading/define-resource.ts'
import { showRow } from '../reading/show-row.ts'

interface CategoryRow {
  id: string
  category_children?: CategoryRow[] | undefined
}

/** Adds all descendants in one statement, sorted by rank. Descendants of a hidden category are hidden. */
async function addDescendants(
  em: EntityManager,
  categories: readonly CategoryRow[],
  resource: Resource<CategoryRow>,
): Promise<void> {
  const columns = new Set(resource.model.columns.filter((name) => categories.some((category) => name in category)))
  const selection = { columns, relations: new Map() }
  const descendants = await descendantsOf(
    em,
    categories.map(({ id }) => id),
  )
  const below = Map.groupBy(
    descendants.filter(createVisibilityCheck(resource)),
    (category) => category.parent_category_id,
  )
  const fill = (category: CategoryRow, id: string): CategoryRow => {
    const children = below.get(id) ?? []
    category.category_children = children.map((child) => fill(showRow(resource, child, selection), child.id))
    return category
  }
  for (const category of categories) fill(category, category.id)
}

function createVisibilityCheck(resource: Resource): (category: ProductCategory) => boolean {
  const scope = Object.entries(resource.model.scope ?? {})
  return (category) => scope.every(([column, values]) => values.includes(String(Reflect.get(category, column))))
}

/** Returns a function that fills in the descendants of all categories, or only of categories that show their children. */
export const fillDescendants =
  <Row extends CategoryRow>(resource: Resource<Row>, which: 'all' | 'shown') =>
  async ({ em }: { em: EntityManager }, categories: Row[]): Promise<Row[]> => {
    const parents = categories.filter(({ category_children }) => which === 'all' || category_children)
    if (parents.length > 0) await addDescendants(em, parents, resource)
    return categories
  }
