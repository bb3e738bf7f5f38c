import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { findCategory } from './find-category.ts'
import type { ProductCategory } from './product-category.ts'

export type Place = Pick<ProductCategory, 'parent_category_id' | 'rank' | 'mpath'>

interface PlaceInput {
  parent_category_id: string | null
  /** Position among the siblings, from 0. Undefined or a number that is too large means the last position. */
  rank: number | undefined
}

/** Makes room in the tree and returns the place, which the caller must store. Requires `lockCategoryTree`. */
export async function placeCategory(
  em: EntityManager,
  { id, parent_category_id: currentParentId, rank: currentRank, mpath: currentPath }: { id: string } & Partial<Place>,
  { parent_category_id, rank }: PlaceInput,
): Promise<Place> {
  const parent = parent_category_id === null ? null : await findCategory(em, parent_category_id)
  if (currentPath && parent?.mpath.startsWith(currentPath))
    throw new NotAllowed(`ProductCategory (${id}) cannot be moved below itself`).because({
      name: 'category_below_itself',
    })
  const [siblings] = await countSiblings(em, id, parent_category_id)
  const newRank = Math.min(rank ?? Number.POSITIVE_INFINITY, siblings?.count ?? 0)
  if (currentRank !== undefined) await closeGap(em, id, currentParentId ?? null, currentRank)
  await openGap(em, id, parent_category_id, newRank)
  const mpath = `${parent?.mpath ?? ''}${id}.`
  if (currentPath && currentPath !== mpath) await renamePaths(em, currentPath, mpath)
  return { parent_category_id, rank: newRank, mpath }
}

export const closeGap = query((db, id: string, parent_id: string | null, rank: number) =>
  db
    .updateTable('product_category')
    .set((eb) => ({ rank: eb('rank', '-', 1) }))
    .where('id', '<>', id)
    .where('parent_category_id', 'is not distinct from', parent_id)
    .where('rank', '>', rank),
)

const openGap = query((db, id: string, parent_id: string | null, rank: number) =>
  db
    .updateTable('product_category')
    .set((eb) => ({ rank: eb('rank', '+', 1) }))
    .where('id', '<>', id)
    .where('parent_category_id', 'is not distinct from', parent_id)
    .where('rank', '>=', rank),
)

const countSiblings = query((db, id: string, parent_id: string | null) =>
  db
    .selectFrom('product_category')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('id', '<>', id)
    .where('parent_category_id', 'is not distinct from', parent_id),
)

const renamePaths = statement(
  `update product_category set mpath = $2 || substr(mpath, length($1) + 1)
   where mpath > $1 and mpath < $1 || '~'`,
)
