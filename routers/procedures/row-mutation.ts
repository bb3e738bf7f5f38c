import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware, type TRPCProcedureBuilder, type TRPCUnsetMarker } from '@trpc/server'
import { z } from 'zod'
import type { Context, ContextOverrides, ProcedureContext } from '../context/context.ts'
import type { ProcedureMeta } from '../context/meta.ts'
import { deletionResponse } from '../inputs/common.ts'
import type { RowAnswer, Selection } from '../reading/row-answer.ts'
import { resolverOutput } from './resolver-output.ts'
import { adminProcedure, customerProcedure, openProcedure } from './trpc.ts'

/*
 * Base procedures for mutations that return one row. The resolver only changes the row. The base procedure flushes
 * the changes, reads the row again and returns the row.
 */

/** A resolver returns the row only if the input does not contain its ID. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is the return type of a resolver, which may be `Promise<void>`.
type ResolverResult<Input> = Input extends { id: string } ? void : { id: string }

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
 * Returns a function that creates base procedures from `procedure`. `input` must have the ID of the row, unless the
 * mutation creates the row.
 */
export const rowMutation =
  <Overrides extends ContextOverrides>(procedure: BaseProcedure<Overrides>) =>
  <Answer, Names = string>(answer: RowAnswer<Answer, Names>) =>
  <Input extends z.ZodType<object>>(input: Input) =>
    procedure.input(changesOf(input)).output(outputOf<z.output<Input>, Answer>(answer)).use(answerRow(answer))

export const adminMutation = rowMutation(adminProcedure)
export const openMutation = rowMutation(openProcedure)
/** The resolver gets the ID of the logged-in customer as `ctx.customer_id`. */
export const customerMutation = rowMutation(customerProcedure)

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

/** The base procedure selects the answer, so the resolver gets the input without `expand` and `fields`. */
function changesOf<Input extends z.ZodType<object>>(
  input: Input,
): { _input: z.input<Input>; _output: Omit<z.output<Input>, keyof Selection> }
function changesOf(input: object): object {
  return input
}

const outputOf = <Input, Answer>({ response }: { response: { _output: Answer } }) =>
  resolverOutput<ResolverResult<Input>, Answer>(response)

const deletionOutput: { _input: unknown; _output: z.output<typeof deletionResponse> } = deletionResponse

const answerRow = <Names>({ read, assertSelection }: RowAnswer<unknown, Names>) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: object }>().create(async ({ ctx, input, next }) => {
    const { expand, fields, ...changes }: Selection<Names> & { id?: string } = input
    const { id } = changes
    assertSelection?.({ expand, fields })
    const result = await next({ input: changes })
    if (!result.ok) return result
    await ctx.em.flush()
    const row = id === undefined ? (result.data as { id: string }) : { id }
    return { ...result, data: await read(ctx, row.id, { expand, fields }) }
  })

const answerCustomer = (read: CustomerAnswer<unknown>['read']) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext & { customer_id: string } }>().create(
    async ({ ctx, next }) => {
      const result = await next()
      if (!result.ok) return result
      await ctx.em.flush()
      return { ...result, data: await read(ctx.em, ctx.customer_id) }
    },
  )

const answerDeletion = (object: string) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: { id: string } }>().create(
    async ({ ctx, input: { id }, next }) => {
      const result = await next()
      if (!result.ok) return result
      await ctx.em.flush()
      return { ...result, data: { id, object, deleted: true } }
    },
  )
