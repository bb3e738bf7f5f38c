export interface Category {
  id: string
  name: string
  handle: string
  description?: string | null | undefined
  is_active: boolean
  is_internal: boolean
  parent_category_id?: string | null | undefined
  rank: number
}

/** A category with its place among the categories with the same parent. */
export interface PlacedCategory extends Category {
  depth: number
  isFirst: boolean
  isLast: boolean
}

/** The categories in the order of the tree: each category is followed by the categories below it. */
export function inTreeOrder(
  categories: readonly Category[],
  parent: string | null = null,
  depth = 0,
): PlacedCategory[] {
  const siblings = categories
    .filter(({ parent_category_id }) => (parent_category_id ?? null) === parent)
    .sort((a, b) => a.rank - b.rank)
  return siblings.flatMap((category, index) => [
    { ...category, depth, isFirst: index === 0, isLast: index === siblings.length - 1 },
    ...inTreeOrder(categories, category.id, depth + 1),
  ])
}

/** The categories that can be the parent of a category: all except itself and those below it. */
export function possibleParents(categories: readonly Category[], id: string | undefined): PlacedCategory[] {
  const below = new Set(id === undefined ? [] : [id, ...inTreeOrder(categories, id).map((category) => category.id)])
  return inTreeOrder(categories).filter((category) => !below.has(category.id))
}
