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
  { id, parent_category_id: parentBefore, rank: rankBefore, mpath: pathBefore }: { id: string } & Partial<Place>,
  { parent_category_id, rank }: PlaceInput,
): Promise<Place> {
  const parent = parent_category_id === null ? null : await findCategory(em, parent_category_id)
  if (pathBefore && parent?.mpath.startsWith(pathBefore))
    throw new NotAllowed(`ProductCategory (${id}) cannot be moved below itself`)
  const [siblings] = await countSiblings(em, id, parent_category_id)
  const place = Math.min(rank ?? Number.POSITIVE_INFINITY, siblings?.count ?? 0)
  if (rankBefore !== undefined) await closeGap(em, id, parentBefore ?? null, rankBefore)
  await makeRoom(em, id, parent_category_id, place)
  const mpath = `${parent?.mpath ?? ''}${id}.`
  if (pathBefore && pathBefore !== mpath) await renamePaths(em, pathBefore, mpath)
  return { parent_category_id, rank: place, mpath }
}

export const closeGap = query((db, id: string, parent_id: string | null, rank: number) =>
  db
    .updateTable('product_category')
    .set((eb) => ({ rank: eb('rank', '-', 1) }))
    .where('id', '<>', id)
    .where('parent_category_id', 'is not distinct from', parent_id)
    .where('rank', '>', rank),
)

const makeRoom = query((db, id: string, parent_id: string | null, rank: number) =>
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
