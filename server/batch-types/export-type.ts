import type { EntityClass } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { type Cell, csvLines } from '#entities/catalogue/import-export/csv/write-csv.ts'
import { type BatchRun, type BatchType, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { parseFileKey } from '#entities/platform/file/file-key.ts'
import type { Condition } from '#routers/reading/conditions.ts'
import type { Resource } from '#routers/reading/define-resource.ts'
import type { SelectionDefaults } from '#routers/reading/selection.ts'
import {
  assertExportOrder,
  countExportRows,
  type ExportContext,
  exportContext,
  exportWalkOf,
} from './export-context.ts'
import { walkKeys } from './walk-keys.ts'

export interface ExportOptions {
  noun: string
  hasPersonalData?: true
  /** The procedure that lists the same rows. A caller needs access to it. */
  procedure: string
  entity: EntityClass<{ id: string }>
  resource: Resource
  defaults: SelectionDefaults
  filters: z.ZodType
  conditions(context: ExportContext): readonly (Condition | undefined)[]
  /** Collects data about all rows before the export, and returns it for the context of the job. */
  collectContext?(run: BatchRun<ExportContext>): Promise<Record<string, unknown>>
  open(run: BatchRun<ExportContext>): Promise<{ titles: string[]; read(ids: readonly string[]): Promise<Cell[][]> }>
}

/** The key of the number of lines below the titles: a product has one line for each variant. */
const EXPORTED_LINES = 'exported-lines'

export function exportType(what: ExportOptions): BatchType<ExportContext> {
  const { noun, entity, conditions } = what
  const keyOf = exportFileKey(noun)
  const count = ({ em, context }: BatchRun<ExportContext>) =>
    countExportRows(em, entity, { context, where: conditions(context) })
  return defineBatchType({
    kind: 'export',
    ...(what.hasPersonalData ? { hasPersonalData: true } : {}),
    procedures: [what.procedure],
    context: exportContext(what),

    check: (em, context) => assertExportOrder(em, entity, context),

    async preProcess(run) {
      const total = await count(run)
      const stat = {
        key: `${noun}-export-count`,
        name: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} count to export`,
        message: `There will be ${total} ${noun}s exported by this action`,
      }
      const context = (await what.collectContext?.(run)) ?? {}
      return { result: { count: total, stat_descriptors: [stat] }, context }
    },

    async process(run) {
      const progress = { whole: await count(run), done: 0, lines: 0 }
      const { key, size } = await run.files.write(keyOf(run), writeCsvPages(what, run, progress))
      const lines = { key: EXPORTED_LINES, name: 'Lines of the file', message: String(progress.lines) }
      return {
        count: progress.done,
        advancement_count: progress.done,
        file_key: key,
        file_size: size,
        stat_descriptors: [...(run.result.stat_descriptors ?? []), lines],
      }
    },

    onCanceled: (run) => run.files.delete(keyOf(run)),
  })
}

/** The key depends only on the job, so that a retry overwrites the same file. */
export const exportFileKey =
  (noun: string) =>
  ({ id, created_at }: Pick<BatchRun<unknown>, 'id' | 'created_at'>) =>
    parseFileKey(`exports/${noun}s/${id}-${noun}-export-${created_at.getTime()}.csv`)

/** Excel reads a CSV file as UTF-8 only if it begins with a byte order mark. Clients of Medusa v1 expect none. */
export const byteOrderMarkOf = ({ byte_order_mark }: Readonly<Record<string, unknown>>): string =>
  byte_order_mark === true ? '\ufeff' : ''

async function* writeCsvPages(
  { entity, open, conditions }: ExportOptions,
  run: BatchRun<ExportContext>,
  progress: { whole: number; done: number; lines: number },
): AsyncGenerator<string> {
  const { em, context, advance } = run
  const { titles, read } = await open(run)
  yield byteOrderMarkOf(context) + csvLines([titles])
  const walk = exportWalkOf({ em, entity, context }, conditions(context))
  for await (const ids of walkKeys(em, walk)) {
    const lines = await read(ids)
    yield csvLines(lines)
    progress.lines += lines.length
    progress.done += ids.length
    await advance({ count: progress.whole, advancement_count: progress.done, progress: progress.done / progress.whole })
  }
}
