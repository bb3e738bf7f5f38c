import { experimental_standaloneMiddleware } from '@trpc/server'
import { z } from 'zod'
import type { ContextOverrides, ProcedureContext } from './context.ts'
import { orderParams, pagingParams, selectionParams, storePaging } from './inputs/query.ts'
import type { Condition } from './reading/conditions.ts'
import type { Resource } from './reading/define-resource.ts'
import { listRows, type PageInput } from './reading/list-rows.ts'
import { listResponseSchema } from './reading/resource.ts'
import { resolverOutput } from './resolver-output.ts'
import type { BaseProcedure } from './row-mutation.ts'
import { adminProcedure, customerProcedure, openProcedure } from './trpc.ts'

/*
 * Base procedures for lists. The resolver only returns the conditions of the rows. The base procedure reads the page,
 * with `limit`, `offset`, `cursor`, `order`, `expand` and `fields` of the input.
 */

type Shape = z.core.$ZodLooseShape

const PAGE_SIZE = 20
const adminPage = { ...pagingParams(PAGE_SIZE), ...orderParams, ...selectionParams }
const storePage = { ...storePaging(PAGE_SIZE), ...orderParams, ...selectionParams }
type Page = typeof adminPage | typeof storePage

type IfAny<Filters, Values> = [keyof Filters] extends [never] ? unknown : Values
type Output<Filters extends Shape> = IfAny<Filters, z.output<z.ZodObject<Filters>>> &
  z.output<z.ZodObject<typeof adminPage>>
type Input<Filters extends Shape> = IfAny<Filters, z.input<z.ZodObject<Filters>>> &
  z.input<z.ZodObject<typeof adminPage>>

/**
 * Returns a function that creates base procedures from `procedure`, which list rows of a resource under `key`.
 *
 * @example
 * list: adminList('reviews', ReviewResource, { product_id: z.string().optional() })
 *   .meta(rest('GET', '/reviews', 'List reviews'))
 *   .query(({ input: { product_id } }) => [equalTo({ product_id })]),
 */
const rowList =
  <Overrides extends ContextOverrides>(procedure: BaseProcedure<Overrides>, page: Page) =>
  <Key extends string, Row, Filters extends Shape = object>(key: Key, resource: Resource<Row>, filters?: Filters) =>
    procedure.input(inputOf(page, filters)).output(outputOf(key, resource)).use(answerList(key, resource))

export const adminList = rowList(adminProcedure, adminPage)
export const openList = rowList(openProcedure, storePage)
/** The resolver gets the ID of the logged-in customer as `ctx.customer_id`, for its conditions. */
export const customerList = rowList(customerProcedure, storePage)

function inputOf<Filters extends Shape>(
  page: Page,
  filters: Filters | undefined,
): z.ZodType<Output<Filters>, Input<Filters> | (object extends Input<Filters> ? undefined : never)>
function inputOf(page: Page, filters: Shape | undefined): z.ZodType {
  return z.strictObject({ ...page, ...filters }).prefault({})
}

const outputOf = <Key extends string, Row>(key: Key, resource: Resource<Row>) =>
  resolverOutput<readonly (Condition | undefined)[], ReturnType<typeof listResponseSchema<Key, Row>>['_output']>(
    listResponseSchema(key, resource),
  )

const answerList = (key: string, resource: Resource) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: PageInput }>().create(
    async ({ ctx, input, next }) => {
      const result = await next()
      if (!result.ok) return result
      const where = result.data as readonly (Condition | undefined)[]
      const { rows, ...page } = await listRows(ctx.em, input, { resource, where })
      return { ...result, data: { [key]: rows, ...page } }
    },
  )
