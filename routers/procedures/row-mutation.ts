import type { EntityClass, EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware, type TRPCProcedureBuilder, type TRPCUnsetMarker } from '@trpc/server'
import { z } from 'zod'
import { finishWork } from '#database/last-work.ts'
import { translateRows } from '#entities/market/language/translate-rows.ts'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import type { Context, ContextOverrides, ProcedureContext } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { deletionResponse } from '../inputs/common.ts'
import type { TranslationsInput } from '../inputs/translations.ts'
import type { RowAnswer } from '../reading/row-answer.ts'
import type { SelectionInput } from '../reading/selection.ts'
import { resolverOutput } from './resolver-output.ts'
import { adminProcedure, customerProcedure, openProcedure } from './trpc.ts'

/*
 * Base procedures for mutations that return one row. The resolver only changes the row. The base procedure flushes
 * the changes, reads the row again and returns the row.
 */

/** A resolver returns the row only if the input does not name it. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is the return type of a resolver, which may be `Promise<void>`.
type ResolverResult<Input, By extends string> = Input extends Record<By, string> ? void : Record<By, string>

export type BaseProcedure<Overrides> = TRPCProcedureBuilder<
  Context,
  ProcedureMeta,
  Overrides,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  false
>

/**
 * Returns a function that creates base procedures from `procedure`. `input` must name the row by its ID, unless the
 * mutation creates the row.
 */
export const rowMutation =
  <Overrides extends ContextOverrides>(procedure: BaseProcedure<Overrides>) =>
  <Answer, By extends string = 'id'>(answer: RowAnswer<Answer, By>) =>
  <Input extends z.ZodType<object>>(input: Input) =>
    procedure.input(changesOf(input)).output(outputOf<z.output<Input>, Answer, By>(answer)).use(answerRow(answer))

export const adminMutation = rowMutation(adminProcedure)
export const openMutation = rowMutation(openProcedure)
/** The resolver gets the ID of the logged-in customer as `ctx.customer_id`. */
export const customerMutation = rowMutation(customerProcedure)

interface Named {
  [by: string]: string | undefined
}

interface CustomerAnswer<Answer> {
  response: { _input: Answer; _output: Answer }
  read(em: EntityManager, customer_id: string): Promise<Answer>
}

/** Creates a base procedure for changes of the account of a logged-in customer. The response is the customer. */
export const accountMutation =
  <Answer>({ response, read }: CustomerAnswer<Answer>) =>
  <Input extends z.ZodType<object>>(input: Input) =>
    customerProcedure.input(input).output(resolverOutput<void, Answer>(response)).use(answerCustomer(read))

/** `object` is the type name of the deleted row in responses. */
export const rowDeletion =
  <Overrides extends ContextOverrides>(procedure: BaseProcedure<Overrides>) =>
  (object: string) =>
    procedure.input(IdInput).output(deletionOutput).use(answerDeletion(object))

export const adminDeletion = rowDeletion(adminProcedure)
export const customerDeletion = rowDeletion(customerProcedure)

const IdInput = z.strictObject({ id: z.string() })

/** The base procedure selects the answer and stores texts, so the resolver gets the input without `expand`, `fields` and `translations`. */
export function changesOf<Input extends z.ZodType<object>>(
  input: Input,
): { _input: z.input<Input>; _output: Omit<z.output<Input>, keyof SelectionInput | 'translations'> }
export function changesOf(input: object): object {
  return input
}

const outputOf = <Input, Answer, By extends string>({ response }: { response: { _output: Answer } }) =>
  resolverOutput<ResolverResult<Input, By>, Answer>(response)

const deletionOutput: { _input: unknown; _output: z.output<typeof deletionResponse> } = deletionResponse

const answerRow = ({ by = 'id', entity, read, assertSelection }: RowAnswer<unknown, string>) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: object }>().create(async ({ ctx, input, next }) => {
    const { expand, fields, ...given } = input as SelectionInput & Named
    const { changes, texts } = entity ? separateTexts(entity, given) : { changes: given, texts: undefined }
    assertSelection?.({ expand, fields })
    const result = await next({ input: changes })
    if (!result.ok) return result
    await ctx.em.flush()
    const { [by]: key } = changes[by] === undefined ? (result.data as Named) : changes
    if (entity && texts) await translateRows(ctx.em, [{ entity, id: key!, translations: texts }])
    await finishWork(ctx.em)
    return { ...result, data: await read(ctx, key!, { expand, fields }) }
  })

/** An entity without translated texts can have a column `translations`. */
function separateTexts(
  entity: EntityClass<object>,
  given: Named,
): { changes: Named; texts: TranslationsInput['translations'] } {
  if (translatedColumnsOf(entity).length === 0) return { changes: given, texts: undefined }
  const { translations: texts, ...changes } = given as TranslationsInput & Named
  return { changes, texts }
}

const answerCustomer = (read: CustomerAnswer<unknown>['read']) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext & { customer_id: string } }>().create(
    async ({ ctx, next }) => {
      const result = await next()
      if (!result.ok) return result
      await ctx.em.flush()
      await finishWork(ctx.em)
      return { ...result, data: await read(ctx.em, ctx.customer_id) }
    },
  )

const answerDeletion = (object: string) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: { id: string } }>().create(
    async ({ ctx, input: { id }, next }) => {
      const result = await next()
      if (!result.ok) return result
      await ctx.em.flush()
      await finishWork(ctx.em)
      return { ...result, data: { id, object, deleted: true } }
    },
  )
