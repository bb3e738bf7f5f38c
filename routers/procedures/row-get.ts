import { experimental_standaloneMiddleware } from '@trpc/server'
import { z } from 'zod'
import type { ContextOverrides, ProcedureContext } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { lenientObject } from '../inputs/common.ts'
import { selectionParams } from '../inputs/query.ts'
import type { RowAnswer } from '../reading/row-answer.ts'
import type { SelectionInput } from '../reading/selection.ts'
import { resolverOutput } from './resolver-output.ts'
import type { BaseProcedure } from './row-mutation.ts'
import { adminProcedure, catalogueProcedure, openProcedure } from './trpc.ts'

type Shape = z.core.$ZodLooseShape

export type IfAny<Params, Values> = [keyof Params] extends [never] ? unknown : Values

/**
 * Returns a function that creates queries of one row. With `{}` as `params`, they take no `expand` and `fields`, and with
 * `lenientObject({})` they ignore them.
 *
 * @example
 * get: adminGet(rowAnswer('review', ReviewResource), rest('GET', '/reviews/{id}', 'Retrieve a review')),
 */
export const rowGet =
  <Overrides extends ContextOverrides>(procedure: BaseProcedure<Overrides>) =>
  <Answer, By extends string = 'id', Params extends Shape = typeof selectionParams>(
    answer: RowAnswer<Answer, By>,
    meta: ProcedureMeta,
    params?: Params | z.ZodObject<Params>,
  ) =>
    procedure
      .meta(meta)
      .input(inputOf(answer.by, params))
      .output(resolverOutput<void, Answer>(answer.response))
      .use(answerGet(answer))
      .query(() => {})

export const adminGet = rowGet(adminProcedure)
export const openGet = rowGet(openProcedure)
export const catalogueGet = rowGet(catalogueProcedure)

type Named<By extends string> = { [Name in By]: string }

function inputOf<By extends string, Params extends Shape>(
  by: By | undefined,
  params: Params | z.ZodObject<Params> | undefined,
): z.ZodType<
  Named<By> & IfAny<Params, z.output<z.ZodObject<Params>>>,
  Named<By> & IfAny<Params, z.input<z.ZodObject<Params>>>
>
function inputOf(by = 'id', params: Shape | z.ZodObject = selectionParams): z.ZodType {
  const name = { [by]: z.string() }
  return params instanceof z.ZodObject
    ? lenientObject({ ...name, ...params.shape })
    : z.strictObject({ ...name, ...params })
}

const answerGet = ({ by = 'id', read }: RowAnswer<unknown, string>) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: object }>().create(async ({ ctx, input, next }) => {
    const result = await next()
    if (!result.ok) return result
    const { [by]: key, expand, fields } = input as SelectionInput & Named<string>
    return { ...result, data: await read(ctx, key!, { expand, fields }) }
  })
