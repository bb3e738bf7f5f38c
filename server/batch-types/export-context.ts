import type { EntityClass, EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Condition } from '#routers/reading/conditions.ts'
import { type Resource, relationResource } from '#routers/reading/define-resource.ts'
import { parseSelection, type Selection, type SelectionDefaults } from '#routers/reading/selection.ts'
import { orderedBy } from '#routers/reading/sorting.ts'
import type { KeyWalk } from './walk-keys.ts'

export interface ExportContext {
  list_config: {
    select?: string[]
    relations: string[]
    skip: number
    take: number
    order: Record<string, 'ASC' | 'DESC'>
  }
  filterable_fields: Record<string, unknown>
  batch_size?: number
  [more: string]: unknown
}

interface ExportSource {
  resource: Resource
  defaults: SelectionDefaults
  filters: z.ZodType
}

const MAX_PAGE_SIZE = 1000
const DEFAULT_PAGE_SIZE = 50

/** The schema validates the parameters of a list and stores them as `list_config`. */
export function exportContext({ resource, defaults, filters }: ExportSource): z.ZodType<ExportContext> {
  const schema = z.looseObject({
    limit: z.int().min(0).optional(),
    offset: z.int().min(0).default(0),
    order: z.string().optional(),
    fields: z.string().optional(),
    expand: z.string().optional(),
    batch_size: z.int().min(0).optional(),
    filterable_fields: z.record(z.string(), z.unknown()).default({}),
  })
  return schema.transform(
    ({ limit, offset, order, fields, expand, filterable_fields, ...more }, context): ExportContext => {
      const result = filters.safeParse(filterable_fields)
      if (!result.success)
        for (const { message, path } of result.error.issues)
          context.addIssue({ code: 'custom', message, path: ['filterable_fields', ...path] })
      const selection = parseSelection(resource, { expand, fields }, defaults)
      const by = order || '-created_at'
      const list_config = {
        ...(fields === undefined ? {} : { select: [...selection.columns] }),
        relations: relationsIn(selection),
        skip: offset,
        take: Math.min(limit || DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
        order: { [by.replace(/^-/, '')]: by.startsWith('-') ? ('DESC' as const) : ('ASC' as const) },
      }
      return { ...more, list_config, filterable_fields }
    },
  )
}

const exportOrderOf = ({ list_config }: ExportContext): string => {
  const [[column = 'created_at', direction = 'DESC'] = []] = Object.entries(list_config.order)
  return direction === 'DESC' ? `-${column}` : column
}

/** @throws InvalidData if the field cannot sort the rows. */
export async function assertExportOrder(
  em: EntityManager,
  entity: EntityClass<object>,
  context: ExportContext,
): Promise<void> {
  orderedBy(em, entity, exportOrderOf(context))
}

export async function countExportRows(
  em: EntityManager,
  entity: EntityClass<object>,
  { context, where }: { context: ExportContext; where: readonly (Condition | undefined)[] },
): Promise<number> {
  const conditions = { $and: where.filter((condition) => condition !== undefined) } as FilterQuery<object>
  const count = (await em.count(entity, conditions)) - context.list_config.skip
  return Math.max(0, Math.min(count, context.batch_size ?? count))
}

export const exportWalkOf = (
  { em, entity, context }: { em: EntityManager; entity: EntityClass<object>; context: ExportContext },
  where: readonly (Condition | undefined)[],
): KeyWalk => ({
  entity,
  where,
  filters: {},
  sorting: orderedBy(em, entity, exportOrderOf(context)),
  pageSize: context.list_config.take,
  skip: context.list_config.skip,
  limit: context.batch_size ?? Number.POSITIVE_INFINITY,
})

export const isColumnRequested = ({ list_config }: ExportContext, resource: Resource, name: string): boolean =>
  relationResource(resource, name) ? list_config.relations.includes(name) : (list_config.select?.includes(name) ?? true)

function relationsIn(selection: Selection, prefix = ''): string[] {
  return Array.from(selection.relations).flatMap(([name, nested]) => [
    `${prefix}${name}`,
    ...relationsIn(nested, `${prefix}${name}.`),
  ])
}
