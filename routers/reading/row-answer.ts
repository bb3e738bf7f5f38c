import type { EntityClass } from '@mikro-orm/postgresql'
import type { Condition } from '#database/read/find-keys.ts'
import { type DomainError, NotFound } from '#entities/errors.ts'
import type { ProcedureContext } from '../context/context.ts'
import type { Resource } from './define-resource.ts'
import type { ListOptions, View } from './list-rows.ts'
import { readRow } from './read-row.ts'
import { responseSchema } from './resource.ts'
import type { SelectionInput } from './selection.ts'

/** A view that a procedure answers with. */
export interface AnswerView<Row, By extends string = 'id'>
  extends View<Row>,
    Pick<ListOptions<Row>, 'defaultOrder' | 'sortable'> {
  /** The column and the input that name one row. Default: `id`. */
  by?: By
  /** The rows that the caller may see. Default: all rows. */
  where?(ctx: ProcedureContext): Condition | undefined
  /** Completes the rows with values that no statement of the view reads, such as stock. */
  fill?(ctx: ProcedureContext, rows: NoInfer<Row>[]): Promise<NoInfer<Row>[]>
}

export interface RowAnswer<Answer, By extends string = 'id'> {
  /** The input that names the row. Default: `id`. */
  by?: By | undefined
  /** The entity of the row. Callers can then send its `translations`, if it has translated texts. */
  entity?: EntityClass<object> | undefined
  response: { _input: Answer; _output: Answer }
  read(ctx: ProcedureContext, key: string, selection: SelectionInput): Promise<Answer>
  /** Checks `expand` and `fields` before the change. Without this function, `read` checks them after the change. */
  assertSelection?(selection: SelectionInput): void
}

/** Returns the error for a row that does not exist, or its message. */
type NotFoundError = (key: string) => string | DomainError

/**
 * The response has the row under `key`, with the `expand` and `fields` of the input.
 *
 * @example
 * const reviewMutation = adminMutation(rowAnswer('review', ReviewResource))
 */
export function rowAnswer<Key extends string, Row, By extends string = 'id'>(
  key: Key,
  view: Resource<Row> | AnswerView<Row, By>,
  notFound?: NotFoundError,
): RowAnswer<Record<Key, Row>, By>
export function rowAnswer(
  key: string,
  shown: Resource | AnswerView<unknown, string>,
  notFound: NotFoundError = (id) => `${titleOf(key)} with id: ${id} was not found`,
): RowAnswer<object, string> {
  const { by = 'id', where, fill, ...view } = viewOf(shown)
  return {
    by,
    entity: view.resource.model.entity,
    response: responseSchema({ [key]: view.resource }),
    async read(ctx, name, selection) {
      const row = await readRow(ctx.em, selection, { ...view, where: [{ [by]: name }, where?.(ctx)] })
      if (!row) throw notFoundError(notFound(name))
      const [answer] = fill ? await fill(ctx, [row]) : [row]
      return { [key]: answer }
    },
  }
}

export function viewOf<Row>(shown: Resource<Row> | AnswerView<Row, string>): AnswerView<Row, string>
export function viewOf(shown: Resource | AnswerView<unknown, string>): AnswerView<unknown, string> {
  return 'resource' in shown ? shown : { resource: shown }
}

const notFoundError = (error: string | DomainError): DomainError =>
  typeof error === 'string' ? new NotFound(error) : error

const titleOf = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`
