import { experimental_standaloneMiddleware } from '@trpc/server'
import { z } from 'zod'
import type { ContextOverrides, ProcedureContext } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import type { Resource } from '../reading/define-resource.ts'
import { readAllRows } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { type AnswerView, viewOf } from '../reading/row-answer.ts'
import { resolverOutput } from './resolver-output.ts'
import type { BaseProcedure } from './row-mutation.ts'
import { adminProcedure, catalogueProcedure } from './trpc.ts'

/**
 * Returns a function that creates queries of all rows of a table that is small in every shop.
 *
 * @example
 * list: adminAll('profiles', ProfileResource, rest('GET', '/profiles', 'List profiles')),
 */
const allRows =
  <Overrides extends ContextOverrides>(procedure: BaseProcedure<Overrides>) =>
  <Key extends string, Row>(key: Key, view: Resource<Row> | AnswerView<Row>, meta: ProcedureMeta) =>
    procedure
      .meta(meta)
      .input(emptyInput)
      .output(outputOf(key, viewOf(view).resource))
      .use(answerAll(key, viewOf(view)))
      .query(() => {})

export const adminAll = allRows(adminProcedure)
export const catalogueAll = allRows(catalogueProcedure)

const outputOf = <Key extends string, Row>(key: Key, resource: Resource<Row>) =>
  resolverOutput<void, Record<Key, Row[]>>(responseOf(key, resource))

function responseOf<Key extends string, Row>(key: Key, resource: Resource<Row>): { _output: Record<Key, Row[]> }
function responseOf(key: string, resource: Resource): object {
  return responseSchema({ [key]: z.array(resource) })
}

const answerAll = <Row>(key: string, { where, fill, ...view }: AnswerView<Row, string>) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext }>().create(async ({ ctx, next }) => {
    const result = await next()
    if (!result.ok) return result
    const rows = await readAllRows(ctx.em, { ...view, where: [where?.(ctx)] })
    return { ...result, data: { [key]: fill ? await fill(ctx, rows) : rows } }
  })
