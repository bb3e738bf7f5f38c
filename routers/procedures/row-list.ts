import { experimental_standaloneMiddleware } from '@trpc/server'
import { z } from 'zod'
import type { ContextOverrides, ProcedureContext } from '../context/context.ts'
import { orderParams, pagingParams, selectionParams, storePaging } from '../inputs/query.ts'
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

/** The conditions of the rows, or more options of the list. */
export type RowsOfList = Conditions | (Partial<Omit<ListOptions<object>, 'resource'>> & { where: Conditions })

export interface ListSettings<Page extends Shape> {
  /** Default: 20 rows. */
  pageSize?: number
  /** The parameters of the page, for a list that does not have all of them. */
  page?: Page
}

/** The input of every list, for any filters and parameters of the page. */
export interface ListInput extends PageInput {
  deleted_at?: unknown
}

const PAGE_SIZE = 20
const adminPage = (size: number) => ({ ...pagingParams(size), ...orderParams, ...selectionParams })
const storePage = (size: number) => ({ ...storePaging(size), ...orderParams, ...selectionParams })
type AnyPage = ReturnType<typeof adminPage>

type Output<Filters extends Shape, Page extends Shape> = IfAny<Filters, z.output<z.ZodObject<Filters>>> &
  z.output<z.ZodObject<Page>> &
  ListInput
type Input<Filters extends Shape, Page extends Shape> = IfAny<Filters, z.input<z.ZodObject<Filters>>> &
  z.input<z.ZodObject<Page>>

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
    pageOf: (size: number) => Shape = adminPage,
  ) =>
  <Key extends string, Row, Filters extends Shape = object, Page extends Shape = AnyPage>(
    key: Key,
    view: Resource<Row> | AnswerView<Row>,
    filters?: Filters,
    { pageSize = PAGE_SIZE, page }: ListSettings<Page> = {},
  ) =>
    procedure
      .input(inputOf<Filters, Page>(page ?? pageOf(pageSize), filters))
      .output(outputOf(key, viewOf(view).resource))
      .use(answerList(key, viewOf(view)))

export const adminList = rowList(adminProcedure)
export const openList = rowList(openProcedure, storePage)
export const catalogueList = rowList(catalogueProcedure, storePage)
/** The resolver gets the ID of the logged-in customer as `ctx.customer_id`, for its conditions. */
export const customerList = rowList(customerProcedure, storePage)

function inputOf<Filters extends Shape, Page extends Shape>(
  page: Page | Shape,
  filters: Filters | undefined,
): z.ZodType<Output<Filters, Page>, Input<Filters, Page> | (object extends Input<Filters, Page> ? undefined : never)>
function inputOf(page: Shape, filters: Shape | undefined): z.ZodType {
  return z.strictObject({ ...page, ...filters }).prefault({})
}

const outputOf = <Key extends string, Row>(key: Key, resource: Resource<Row>) =>
  resolverOutput<RowsOfList, ReturnType<typeof listResponseSchema<Key, Row>>['_output']>(
    listResponseSchema(key, resource),
  )

const answerList = <Row>(key: string, view: AnswerView<Row>) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: ListInput }>().create(
    async ({ ctx, input, next }) => {
      const result = await next()
      if (!result.ok) return result
      const found = result.data as RowsOfList
      const withDeleted = view.withDeleted || input.deleted_at !== undefined
      const options = { ...view, withDeleted, ...('where' in found ? found : { where: found }) }
      const { rows, ...page } = await listRows(ctx.em, input, options)
      return { ...result, data: { [key]: view.fill ? await view.fill(ctx, rows) : rows, ...page } }
    },
  )
