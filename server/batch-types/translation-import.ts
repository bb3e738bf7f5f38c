import { z } from 'zod'
import { applyTexts } from '#entities/catalogue/import-export/translation-file/apply-texts.ts'
import { stageTexts } from '#entities/catalogue/import-export/translation-file/stage-texts.ts'
import { defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { deleteImport, importedFile, readImport } from './import-file.ts'

const Context = z.looseObject(importedFile)

/** Imports a file of `translation-export`. Changes only translations. */
export const translationImport = defineBatchType<z.output<typeof Context>>({
  kind: 'import',
  procedures: ['translations.update'],
  context: Context,

  async preProcess(run) {
    const { count, notices } = await stageTexts(run.em, readImport(run), (lines) =>
      run.advance({ advancement_count: lines }),
    )
    const message = `${count} translations will change`
    const stat_descriptors = [{ key: 'translation-import-count', name: 'Translations to import', message }]
    return { result: { count, advancement_count: 0, notices, stat_descriptors } }
  },

  async process(run) {
    const { count } = await stageTexts(run.em, readImport(run), () => run.advance({}))
    await applyTexts(run.em, (texts) => run.advance({ advancement_count: texts, progress: texts / (count || 1) }))
    return { count, advancement_count: count }
  },

  onCompleted: deleteImport,
})
