import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { toHandle } from '#entities/values/handle.ts'
import { createCategory } from '../../category/create-category.ts'

const SEPARATOR = '>'

/**
 * Replaces paths such as `Clothing > Shirts` by the handles of categories, and creates the missing ones. Names are compared
 * without regard to case. Returns the paths of the created categories.
 */
export async function resolveCategoryPaths(em: EntityManager): Promise<string[]> {
  const paths = await selectPaths(em)
  if (paths.length === 0) return []
  const tree = new CategoryTree(em, await selectCategories(em))
  const handles: Record<string, string | null> = {}
  for (const { path } of paths) handles[path] = await tree.handleOf(path)
  await em.flush()
  await replacePaths(em, JSON.stringify(handles))
  return tree.created
}

interface StoredCategory {
  id: string
  handle: string
  name: string
  parent_category_id: string | null
}

class CategoryTree {
  readonly created: string[] = []
  readonly #em: EntityManager
  readonly #byPlace: Map<string, StoredCategory>
  readonly #handles: Set<string>

  constructor(em: EntityManager, categories: readonly StoredCategory[]) {
    this.#em = em
    this.#byPlace = new Map(categories.toReversed().map((category) => [placeOf(category), category]))
    this.#handles = new Set(categories.map(({ handle }) => handle))
  }

  /** Null for a path without a name. */
  async handleOf(path: string): Promise<string | null> {
    const names = path
      .split(SEPARATOR)
      .map((name) => name.trim())
      .filter((name) => name !== '')
    let parent: StoredCategory | undefined
    for (const [i, name] of names.entries()) parent = await this.#findOrCreate(names.slice(0, i + 1), name, parent)
    return parent?.handle ?? null
  }

  async #findOrCreate(path: readonly string[], name: string, parent: StoredCategory | undefined) {
    const place = placeOf({ name, parent_category_id: parent?.id ?? null })
    const known = this.#byPlace.get(place)
    if (known) return known
    const handle = this.#freeHandle(path)
    const parent_category_id = parent?.id ?? null
    const { id } = await createCategory(this.#em, { name, handle, is_active: true, parent_category_id })
    const category = { id, handle, name, parent_category_id }
    this.#byPlace.set(place, category)
    this.#handles.add(handle)
    this.created.push(path.join(` ${SEPARATOR} `))
    return category
  }

  #freeHandle(path: readonly string[]): string {
    const candidates = [toHandle(path.at(-1) ?? ''), toHandle(path.join(' '))].filter((handle) => handle !== '')
    const free = candidates.find((handle) => !this.#handles.has(handle))
    if (free) return free
    const base = candidates.at(-1) ?? 'category'
    for (let n = 2; ; n++) if (!this.#handles.has(`${base}-${n}`)) return `${base}-${n}`
  }
}

const placeOf = ({ name, parent_category_id }: Pick<StoredCategory, 'name' | 'parent_category_id'>) =>
  `${parent_category_id ?? ''}/${name.toLowerCase()}`

const selectPaths = statement<{ path: string }>(`
  select c.value->>'path' as path
  from import_row r cross join jsonb_array_elements(r.categories) with ordinality as c (value, place)
  where c.value ? 'path' group by 1 order by min(r.line::bigint * 1000 + c.place)`)

const selectCategories = statement<StoredCategory>(
  'select id, handle, name, parent_category_id from product_category order by created_at, id',
)

const replacePaths = statement(`
  update import_row r set categories = coalesce((
    select jsonb_agg(case when c.value ? 'path'
      then c.value - 'path' || jsonb_build_object('handle', $1::jsonb->>(c.value->>'path'), 'name', null) else c.value end)
    from jsonb_array_elements(r.categories) as c
    where not c.value ? 'path' or $1::jsonb->>(c.value->>'path') is not null), '[]')
  where r.categories @? '$[*].path'`)
