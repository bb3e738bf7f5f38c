import { experimental_standaloneMiddleware } from '@trpc/server'
import { z } from 'zod'
import type { ContextOverrides, ProcedureContext } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { selectionParams } from '../inputs/query.ts'
import type { RowAnswer, Selection } from '../reading/row-answer.ts'
import { resolverOutput } from './resolver-output.ts'
import type { BaseProcedure } from './row-mutation.ts'
import { adminProcedure, catalogueProcedure, openProcedure } from './trpc.ts'

type Shape = z.core.$ZodLooseShape

export type IfAny<Params, Values> = [keyof Params] extends [never] ? unknown : Values

export interface Id {
  id: string
}

/**
 * Returns a function that creates queries of one row by its `id`. With `{}` as `params`, they take no `expand` and `fields`.
 *
 * @example
 * get: adminGet(rowAnswer('review', ReviewResource), rest('GET', '/reviews/{id}', 'Retrieve a review')),
 */
export const rowGet =
  <Overrides extends ContextOverrides>(procedure: BaseProcedure<Overrides>) =>
  <Answer, Names, Params extends Partial<typeof selectionParams> = typeof selectionParams>(
    answer: RowAnswer<Answer, Names>,
    meta: ProcedureMeta,
    params?: Params,
  ) =>
    procedure
      .meta(meta)
      .input(inputOf(params))
      .output(resolverOutput<void, Answer>(answer.response))
      .use(answerGet(answer))
      .query(() => {})

export const adminGet = rowGet(adminProcedure)
export const openGet = rowGet(openProcedure)
export const catalogueGet = rowGet(catalogueProcedure)

function inputOf<Params extends Shape>(
  params: Params | undefined,
): z.ZodType<Id & IfAny<Params, z.output<z.ZodObject<Params>>>, Id & IfAny<Params, z.input<z.ZodObject<Params>>>>
function inputOf(params: Shape = selectionParams): z.ZodType {
  return z.strictObject({ id: z.string(), ...params })
}

const answerGet = <Names>({ read }: RowAnswer<unknown, Names>) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: Id }>().create(async ({ ctx, input, next }) => {
    const result = await next()
    if (!result.ok) return result
    const { id, expand, fields }: Id & Selection<Names> = input
    return { ...result, data: await read(ctx, id, { expand, fields }) }
  })
