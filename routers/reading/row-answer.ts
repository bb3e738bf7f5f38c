import { NotFound } from '#entities/errors.ts'
import type { ProcedureContext } from '../context/context.ts'
import type { Resource } from './define-resource.ts'
import type { ListOptions, View } from './list-rows.ts'
import { readRow } from './read-row.ts'
import { responseSchema } from './resource.ts'

/** A view that a procedure answers with. */
export interface AnswerView<Row> extends View<Row>, Pick<ListOptions<Row>, 'defaultOrder' | 'sortable'> {
  /** Completes the rows with values that no statement of the view reads, such as stock. */
  fill?(ctx: ProcedureContext, rows: Row[]): Promise<Row[]>
}

export interface RowAnswer<Answer, Names = string> {
  response: { _input: Answer; _output: Answer }
  read(ctx: ProcedureContext, id: string, selection: Selection<Names>): Promise<Answer>
  /** Checks `expand` and `fields` before the change. Without this function, `read` checks them after the change. */
  assertSelection?(selection: Selection<Names>): void
}

export interface Selection<Names = string> {
  expand?: Names | undefined
  fields?: Names | undefined
}

/** Returns the message of the error for a row that does not exist. */
type NotFoundMessage = (id: string) => string

/**
 * The response has the row under `key`, with the `expand` and `fields` of the input.
 *
 * @example
 * const reviewMutation = adminMutation(rowAnswer('review', ReviewResource))
 */
export function rowAnswer<Key extends string, Row>(
  key: Key,
  view: Resource<Row> | AnswerView<Row>,
  notFound?: NotFoundMessage,
): RowAnswer<Record<Key, Row>>
export function rowAnswer(
  key: string,
  shown: Resource | AnswerView<unknown>,
  notFound: NotFoundMessage = (id) => `${titleOf(key)} with id: ${id} was not found`,
): RowAnswer<object> {
  const view = viewOf(shown)
  return {
    response: responseSchema({ [key]: view.resource }),
    async read(ctx, id, selection) {
      const row = await readRow(ctx.em, selection, { ...view, where: [{ id }] })
      if (!row) throw new NotFound(notFound(id))
      const [answer] = view.fill ? await view.fill(ctx, [row]) : [row]
      return { [key]: answer }
    },
  }
}

export function viewOf<Row>(shown: Resource<Row> | AnswerView<Row>): AnswerView<Row>
export function viewOf(shown: Resource | AnswerView<unknown>): AnswerView<unknown> {
  return 'resource' in shown ? shown : { resource: shown }
}

const titleOf = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`
