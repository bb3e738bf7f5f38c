import type { EntityClass } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { type BatchRun, type BatchType, batchType } from '#entities/batch-job/batch-type.ts'
import { type Cell, csvLines } from '#entities/csv/write-csv.ts'
import { fileKey } from '#entities/file/file-key.ts'
import type { Condition } from '#routers/schemas/conditions.ts'
import { walkKeys } from '#routers/schemas/keyset.ts'
import type { Resource } from '#routers/schemas/resource.ts'
import type { Defaults } from '#routers/schemas/selection.ts'
import { checkOrder, countRows, type ExportContext, exportContext, walkOf } from './export-context.ts'

/** An export of rows as CSV, a page at a time. */
export interface Export {
  /** What one of them is called. */
  noun: string
  /** The procedure that shows them one page after the other. */
  does: string
  entity: EntityClass<{ id: string }>
  /** What callers may name. */
  resource: Resource
  defaults: Defaults
  filters: z.ZodType
  conditions(context: ExportContext): readonly (Condition | undefined)[]
  /** What is to be known of all rows, and is told in the context of the job. */
  survey?(run: BatchRun<ExportContext>): Promise<Record<string, unknown>>
  /** The titles, and how the rows with some ids are read as lines. */
  open(run: BatchRun<ExportContext>): Promise<{ titles: string[]; read(ids: readonly string[]): Promise<Cell[][]> }>
}

export function exportType(what: Export): BatchType<ExportContext> {
  const { noun, entity, conditions } = what
  const keyOf = keyFor(noun)
  const count = ({ em, context }: BatchRun<ExportContext>) =>
    countRows(em, entity, { context, where: conditions(context) })
  return batchType({
    kind: 'export',
    does: [what.does],
    context: exportContext(what),

    check: (em, context) => checkOrder(em, entity, context),

    async preProcess(run) {
      const found = await count(run)
      const stat = {
        key: `${noun}-export-count`,
        name: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} count to export`,
        message: `There will be ${found} ${noun}s exported by this action`,
      }
      const context = (await what.survey?.(run)) ?? {}
      return { result: { count: found, stat_descriptors: [stat] }, context }
    },

    async process(run) {
      const told = { whole: await count(run), done: 0 }
      const { key, size } = await run.files.write(keyOf(run), csv(what, run, told))
      return { count: told.done, advancement_count: told.done, file_key: key, file_size: size }
    },

    onCanceled: (run) => run.files.delete(keyOf(run)),
  })
}

/** The key tells its job: another attempt writes the same file. */
const keyFor =
  (noun: string) =>
  ({ id, created_at }: Pick<BatchRun<unknown>, 'id' | 'created_at'>) =>
    fileKey(`exports/${noun}s/${id}-${noun}-export-${created_at.getTime()}.csv`)

async function* csv(
  { entity, open, conditions }: Export,
  run: BatchRun<ExportContext>,
  told: { whole: number; done: number },
): AsyncGenerator<string> {
  const { em, context, advance } = run
  const { titles, read } = await open(run)
  yield csvLines([titles])
  for await (const ids of walkKeys(em, entity, walkOf(context, conditions(context)))) {
    yield csvLines(await read(ids))
    told.done += ids.length
    await advance({ count: told.whole, advancement_count: told.done, progress: told.done / told.whole })
  }
}
