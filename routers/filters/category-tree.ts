import type { EntityManager } from '@mikro-orm/postgresql'
import { descendantsOf } from '#entities/catalogue/category/descendants.ts'
import type { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import type { Resource } from '../reading/define-resource.ts'
import { projectLoadedRow } from '../reading/project-loaded-row.ts'

/** A category that is about to be shown. */
interface CategoryRow {
  id: string
  category_children?: CategoryRow[] | undefined
}

/**
 * Puts below each of the categories all that descends from it, in the order of their ranks and with the columns that it
 * shows itself. What the resource does not show hides what is below it. One statement for all of them.
 */
export async function fillDescendants(
  em: EntityManager,
  shown: readonly CategoryRow[],
  resource: Resource<CategoryRow>,
): Promise<void> {
  const columns = new Set(resource.model.columns.filter((name) => shown.some((category) => name in category)))
  const selection = { columns, relations: new Map() }
  const found = await descendantsOf(
    em,
    shown.map(({ id }) => id),
  )
  const below = Map.groupBy(found.filter(createVisibilityCheck(resource)), (category) => category.parent_category_id)
  const fill = (category: CategoryRow, id: string): CategoryRow => {
    const children = below.get(id) ?? []
    category.category_children = children.map((child) => fill(projectLoadedRow(child, resource, selection), child.id))
    return category
  }
  for (const category of shown) fill(category, category.id)
}

function createVisibilityCheck(resource: Resource): (category: ProductCategory) => boolean {
  const scope = Object.entries(resource.model.scope ?? {})
  return (category) => scope.every(([column, values]) => values.includes(String(category[column as never])))
}
