import type { EntityManager } from '@mikro-orm/postgresql'
import { descendantsOf } from '#entities/category/descendants.ts'
import type { ProductCategory } from '#entities/category/product-category.ts'
import { type Resource, scopeOf } from './resource.ts'
import { columnsOf } from './selection.ts'
import { show } from './show.ts'

/** A category that is about to be shown. */
interface Shown {
  id: string
  category_children?: Shown[] | undefined
}

/**
 * Puts below each of the categories all that descends from it, in the order of their ranks and with the columns that it
 * shows itself. What the resource does not show hides what is below it. One statement for all of them.
 */
export async function fillDescendants(em: EntityManager, shown: readonly Shown[], resource: Resource): Promise<void> {
  const columns = new Set(columnsOf(resource).filter((name) => shown.some((category) => name in category)))
  const selection = { columns, relations: new Map() }
  const found = await descendantsOf(
    em,
    shown.map(({ id }) => id),
  )
  const below = Map.groupBy(found.filter(isShownBy(resource)), (category) => category.parent_category_id)
  const fill = (category: Shown, id: string): Shown => {
    const children = below.get(id) ?? []
    category.category_children = children.map((child) => fill(show<Shown>(child, selection), child.id))
    return category
  }
  for (const category of shown) fill(category, category.id)
}

function isShownBy(resource: Resource): (category: ProductCategory) => boolean {
  const scope = Object.entries(scopeOf(resource) ?? {})
  return (category) => scope.every(([column, values]) => values.includes(String(category[column as never])))
}
