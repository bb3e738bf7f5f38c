import type { EntityClass, EntityManager, EntityMetadata, EntityName, EntityProperty } from '@mikro-orm/postgresql'
import { primaryKeyName, propertyOf, storedColumns } from '#database/read/entity-metadata.ts'
import type { Sorting } from '#database/read/find-keys.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { shownTitles } from '#entities/catalogue/product/shown-titles.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Language } from '#entities/market/language/language.ts'
import { shownColumn } from '#entities/market/language/shown-column.ts'
import { type Resource, relationResource } from './define-resource.ts'

interface SortableRows {
  entity: EntityMetadata
  resource: Resource
  /** `order` may also name a plugin field of the resource. */
  sortable?: readonly string[] | undefined
  /** The language of the response. */
  language?: Language | undefined
  /** Whether few of the rows can match. */
  isFiltered?: boolean | undefined
}

/**
 * Parses `order`, which names a stored column or a dotted path to a column of a related row. A `-` before the name
 * means descending.
 * @throws InvalidData if the name is unknown, is a JSON or array column, or leads through a relation to many rows.
 */
function sortingOf(order: string, { entity, resource, sortable, language, isFiltered }: SortableRows): Sorting {
  const name = order.replace(/^-/, '')
  if (sortable && !sortable.includes(name) && !resource.model.fieldNames.includes(name)) throw notSortable(name)
  const steps = name.split('.')
  const path: string[] = []
  const columnName = steps.pop() ?? ''
  let currentResource: Resource | undefined = resource
  let currentEntity: EntityMetadata | undefined = entity
  for (const step of steps) {
    const storedName: string = currentResource?.model.relations.get(step)?.storedName ?? step
    path.push(storedName)
    currentEntity = currentEntity && relationToOne(currentEntity, storedName)?.targetMeta
    currentResource = currentResource && relationResource(currentResource, step)
  }
  const column = currentEntity && sortableColumn(currentEntity, columnName)
  if (!currentResource?.model.columns.includes(columnName) || !column) throw notSortable(name)
  const sorting = { path: [...path, column.name], column, direction: directionOf(order) } as const
  if (path.length > 0 || !language) return sorting
  return { ...sorting, ...shownOrder(resource.model.entity, { column: columnName, language, isFiltered }) }
}

interface TranslatedColumn {
  column: string
  language: Language
  isFiltered: boolean | undefined
}

function shownOrder(entity: EntityClass<object>, { column, language, isFiltered }: TranslatedColumn): Partial<Sorting> {
  const titles = entity === Product && column === 'title' ? shownTitles(language) : undefined
  if (titles) return { values: titles, isOfFew: isFiltered, language: language.code }
  const expression = shownColumn(entity, { column, language })
  return expression ? { expression, language: language.code } : {}
}

/** @throws InvalidData if `order` does not name a sortable column of the rows. */
export function orderedBy(em: EntityManager, entity: EntityName<object>, order: string): Sorting {
  const name = order.replace(/^-/, '')
  const column = sortableColumn(em.getMetadata().get(entity), name)
  if (!column) throw notSortable(name)
  return { path: [column.name], column, direction: directionOf(order) }
}

/**
 * Parses the order of a list. Default: `-created_at`, or the primary key, descending, if the resource does not show
 * `created_at`.
 * @throws InvalidData if the name is unknown or cannot be sorted by.
 */
export const listSorting = (
  em: EntityManager,
  resource: Resource,
  { order, ...options }: Pick<SortableRows, 'sortable' | 'language' | 'isFiltered'> & { order: string | undefined },
): Sorting =>
  order
    ? sortingOf(order, { entity: em.getMetadata().get(resource.model.entity), resource, ...options })
    : defaultSorting(em, resource)

function defaultSorting(em: EntityManager, { model: { entity, columns } }: Resource): Sorting {
  const meta = em.getMetadata().get(entity)
  const isDated = columns.includes('created_at') && sortableColumn(meta, 'created_at')
  return orderedBy(em, entity, `-${isDated ? 'created_at' : primaryKeyName(meta)}`)
}

const directionOf = (order: string) => (order.startsWith('-') ? 'desc' : 'asc')

const notSortable = (name: string) => new InvalidData(`Order field ${name} is not valid`)

/** JSON and arrays have no useful order in PostgreSQL. */
function sortableColumn(meta: EntityMetadata, name: string): EntityProperty | undefined {
  const column = storedColumns(meta).get(name)
  return column?.columnTypes.some((type) => /^jsonb?$|\[\]$/.test(type)) ? undefined : column
}

function relationToOne(meta: EntityMetadata, name: string): EntityProperty | undefined {
  const property = propertyOf(meta, name)
  return property?.kind === 'm:1' || property?.kind === '1:1' ? property : undefined
}
