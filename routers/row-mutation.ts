import type { EntityManager } from '@mikro-orm/postgresql'
import { experimental_standaloneMiddleware, type TRPCProcedureBuilder, type TRPCUnsetMarker } from '@trpc/server'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import type { Context, ContextOverrides, ProcedureContext } from './context.ts'
import { deletionResponse } from './inputs/common.ts'
import type { ProcedureMeta } from './meta.ts'
import type { Resource } from './reading/define-resource.ts'
import { readRow } from './reading/read-row.ts'
import { responseSchema } from './reading/resource.ts'
import { resolverOutput } from './resolver-output.ts'
import { adminProcedure, customerProcedure, openProcedure } from './trpc.ts'

/*
 * Base procedures for mutations that return one row. The resolver only changes the row. The base procedure flushes
 * the changes, reads the row again and returns the row.
 */

export interface RowAnswer<Answer, Names = string> {
  response: { _input: Answer; _output: Answer }
  read(ctx: ProcedureContext, id: string, selection: Selection<Names>): Promise<Answer>
  /** Checks `expand` and `fields` before the change. Without this function, `read` checks them after the change. */
  assertSelection?(selection: Selection<Names>): void
}

interface Selection<Names> {
  expand?: Names | undefined
  fields?: Names | undefined
}

/**
 * The response has the row under `key`, with the `expand` and `fields` of the input.
 *
 * @example
 * const reviewMutation = adminMutation(rowAnswer('review', ReviewResource))
 */
export function rowAnswer<Key extends string, Row>(key: Key, resource: Resource<Row>): RowAnswer<Record<Key, Row>>
export function rowAnswer(key: string, resource: Resource): RowAnswer<object> {
  return {
    response: responseSchema({ [key]: resource }),
    async read({ em }, id, selection) {
      const row = await readRow(em, selection, { resource, where: [{ id }] })
      if (!row) throw new NotFound(`${key.charAt(0).toUpperCase()}${key.slice(1)} with id: ${id} was not found`)
      return { [key]: row }
    },
  }
}

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
    procedure.input(input).output(outputOf<z.output<Input>, Answer>(answer)).use(answerRow(answer))

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

const outputOf = <Input, Answer>({ response }: { response: { _output: Answer } }) =>
  resolverOutput<ResolverResult<Input>, Answer>(response)

const deletionOutput: { _input: unknown; _output: z.output<typeof deletionResponse> } = deletionResponse

const answerRow = <Names>({ read, assertSelection }: RowAnswer<unknown, Names>) =>
  experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: object }>().create(async ({ ctx, input, next }) => {
    const { id, expand, fields }: Selection<Names> & { id?: string } = input
    assertSelection?.({ expand, fields })
    const result = await next()
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
