import { EntitySchema } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware } from '@trpc/server'
import { z } from 'zod'
import type { FieldTable, FieldViewer } from '#entities/platform/field/field.ts'
import type { ContextOverrides, ProcedureContext } from '../context/context.ts'
import type { FiltersFields } from '../context/field-marks.ts'
import { fieldConditions, withFieldFilters } from '../filters/field-inputs.ts'
import {
  dateFilterOrNull,
  orderParams,
  pagingParams,
  queryBoolean,
  selectionParams,
  storePaging,
} from '../inputs/query.ts'
import type { Condition } from '../reading/conditions.ts'
import type { Resource } from '../reading/define-resource.ts'
import { type ListOptions, listRows, type PageInput } from '../reading/list-rows.ts'
import { listResponseSchema } from '../reading/resource.ts'
import { type AnswerView, viewOf } from '../reading/row-answer.ts'
import { resolverOutput } from './resolver-output.ts'
import type { IfAny } from './row-get.ts'
import type { BaseProcedure } from './row-mutation.ts'
import { adminProcedure, catalogueProcedure, customerProcedure, openProcedure } from './trpc.ts'

/*
 * Base procedures for lists. The resolver only returns the conditions of the rows. The base procedure reads the page,
 * with `limit`, `offset`, `cursor`, `order`, `expand` and `fields` of the input. A list with the filter `deleted_at` also
 * has deleted rows if a caller sends it.
 */

type Shape = z.core.$ZodLooseShape
type Conditions = readonly (Condition | undefined)[]

/** The conditions of the rows, or more options of the list. `fill` replaces the function of the view. */
export type RowsOfList<Row = never> =
  | Conditions
  | (Partial<Omit<ListOptions<object>, 'resource'>> & Pick<AnswerView<Row>, 'fill'> & { where: Conditions })

/** `pageSize` is 20 by default. `page` has the parameters of a list that does not have all of them. */
export type ListSettings<Page extends Shape, Table extends FieldTable = never> = {
  /** The table whose plugin fields filter the list. */
  fields?: Table
} & ({ pageSize?: number; page?: undefined } | { pageSize?: undefined; page: Page })

/** The input of every list, for any filters and parameters of the page. */
export interface ListInput extends PageInput {
  deleted_at?: unknown
}

const PAGE_SIZE = 20
const adminPage = (size: number) => ({ ...pagingParams(size), ...orderParams, ...selectionParams })
const storePage = (size: number) => ({ ...storePaging(size), ...orderParams, ...selectionParams })
interface ListSide {
  /** The callers of the list, whose fields filter it. */
  viewer: FieldViewer
  pageOf(size: number): Shape
}
type AnyPage = ReturnType<typeof adminPage>

type Output<Filters extends Shape, Page extends Shape, Table extends FieldTable> = IfAny<
  Filters,
  z.output<z.ZodObject<Filters>>
> &
  z.output<z.ZodObject<Page>> &
  FiltersFields<Table> &
  ListInput
type Input<Filters extends Shape, Page extends Shape, Table extends FieldTable> = IfAny<
  Filters,
  z.input<z.ZodObject<Filters>>
> &
  z.input<z.ZodObject<Page>> &
  FiltersFields<Table>

/**
 * Returns a function that creates base procedures from `procedure`, which list rows of a view under `key`.
 *
 * @example
 * list: adminList('reviews', ReviewResource, { product_id: z.string().optional() })
 *   .meta(rest('GET', '/reviews', 'List reviews'))
 *   .query(({ input: { product_id } }) => [equalTo({ product_id })]),
 */
export const rowList =
  <Overrides extends ContextOverrides>(
    procedure: BaseProcedure<Overrides>,
    { viewer, pageOf }: ListSide = { viewer: 'admin', pageOf: adminPage },
  ) =>
  <
    Key extends string,
    Row,
    Filters extends Shape = object,
    Page extends Shape = AnyPage,
    Table extends FieldTable = never,
  >(
    key: Key,
    view: Resource<Row> | AnswerView<Row, string>,
    filters?: Filters,
    { pageSize = PAGE_SIZE, page, fields }: ListSettings<Page, Table> = {},
  ) =>
    procedure
      .input(
        inputOf<Filters, Page, Table>(
          {
            ...(page ?? pageOf(pageSize)),
            ...(viewer === 'admin' ? filtersOf(viewOf(view).resource, filters) : filters),
          },
          fields && [fields, viewer],
        ),
      )
      .output(outputOf(key, viewOf(view).resource))
      .use(answerList(key, viewOf(view), fields))

export const adminList = rowList(adminProcedure)
export const openList = rowList(openProcedure, { viewer: 'public', pageOf: storePage })
export const catalogueList = rowList(catalogueProcedure, { viewer: 'public', pageOf: storePage })
/** The resolver gets the ID of the logged-in customer as `ctx.customer_id`, for its conditions. */
export const customerList = rowList(customerProcedure, { viewer: 'customer', pageOf: storePage })

function inputOf<Filters extends Shape, Page extends Shape, Table extends FieldTable>(
  shape: Shape,
  fields: readonly [Table, FieldViewer] | undefined,
): z.ZodType<
  Output<Filters, Page, Table>,
  Input<Filters, Page, Table> | (object extends Input<Filters, Page, Table> ? undefined : never)
>
function inputOf(shape: Shape, fields: readonly [FieldTable, FieldViewer] | undefined): z.ZodType {
  return (fields ? withFieldFilters(fields, shape) : z.strictObject(shape)).prefault({})
}

const Existence = z.strictObject({ exists: queryBoolean })

/** A filter by a column that can be null also finds the rows without a value: `canceled_at[exists]=false`. */
function filtersOf({ model: { entity } }: Resource, filters: Shape = {}): Shape {
  const properties = EntitySchema.REGISTRY.get(entity)?.meta.properties as
    | Readonly<Record<string, { nullable?: boolean; kind?: string } | undefined>>
    | undefined
  return Object.fromEntries(
    Object.entries(filters).map(([name, schema]) => {
      const { nullable, kind = 'scalar' } = properties?.[name] ?? {}
      return [name, nullable && kind === 'scalar' ? orExists(schema) : schema]
    }),
  )
}

/** A filter with bounds keeps its messages. */
function orExists(schema: z.core.$ZodType): z.ZodType {
  const within = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (within === dateFilterOrNull) return dateFilterOrNull.optional()
  if (within instanceof z.ZodObject) return within.extend({ exists: queryBoolean.optional() }).optional()
  return z.union([Existence, schema]).optional()
}

const outputOf = <Key extends string, Row>(key: Key, resource: Resource<Row>) =>
  resolverOutput<RowsOfList<Row>, ReturnType<typeof listResponseSchema<Key, Row>>['_output']>(
    listResponseSchema(key, resource),
  )

const answerList = <Row>(key: string, view: AnswerView<Row, string>, fields: FieldTable | undefined) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: ListInput }>().create(
    async ({ ctx, input, next }) => {
      const result = await next()
      if (!result.ok) return result
      const found = result.data as RowsOfList<Row>
      const withDeleted = view.withDeleted || input.deleted_at !== undefined
      const {
        where,
        fill = view.fill,
        ...options
      }: Exclude<RowsOfList<Row>, Conditions> = 'where' in found ? found : { where: found }
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        withDeleted,
        language: ctx.response.language,
        ...options,
        where: [view.where?.(ctx), ...where, ...(fields ? fieldConditions(fields, input) : [])],
      })
      return { ...result, data: { [key]: fill ? await fill(ctx, rows) : rows, ...page } }
    },
  )
