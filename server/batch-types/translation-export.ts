import { z } from 'zod'
import { csvLines } from '#entities/catalogue/import-export/csv/write-csv.ts'
import { translatedLanguages } from '#entities/catalogue/import-export/translation-file/columns.ts'
import { exportTexts, textTitles } from '#entities/catalogue/import-export/translation-file/export-texts.ts'
import { translatedEntities, unknownEntity } from '#entities/catalogue/translation/translated-entities.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { byteOrderMarkOf, exportFileKey } from './export-type.ts'

const Context = z.looseObject({ entities: z.array(z.string()).min(1).optional() })
type Context = z.output<typeof Context>

const keyOf = exportFileKey('translation')

/** Exports one line for each text, with a column for each language. */
export const translationExport = defineBatchType<Context>({
  kind: 'export',
  procedures: ['translations.list'],
  context: Context,

  async check(em, { entities = [] }) {
    await translatedLanguages(em)
    const unknown = entities.find((name) => !translatedEntities(em).has(name))
    if (unknown !== undefined) throw unknownEntity(em, unknown)
  },

  preProcess: async () => ({ result: {} }),

  async process(run) {
    const progress = { lines: 0 }
    const { key, size } = await run.files.write(keyOf(run), writePages(run, progress))
    return { count: progress.lines, advancement_count: progress.lines, file_key: key, file_size: size }
  },

  onCanceled: (run) => run.files.delete(keyOf(run)),
})

async function* writePages({ em, context, advance }: BatchRun<Context>, progress: { lines: number }) {
  const languages = await translatedLanguages(em)
  yield byteOrderMarkOf(context) + csvLines([textTitles(languages)])
  for await (const { lines } of exportTexts(em, { entities: context.entities, languages })) {
    if (lines.length > 0) yield csvLines(lines)
    progress.lines += lines.length
    await advance({ advancement_count: progress.lines })
  }
}
