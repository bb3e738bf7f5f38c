import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { TranslationChanges } from '#entities/platform/translation/translation.ts'
import { saveTranslations } from '../../translation/save-translations.ts'

const PAGE_SIZE = 500

/** Stores the texts of `changed_text`, which `stageTexts` has created. */
export async function applyTexts(em: EntityManager, reportProgress: (texts: number) => Promise<void>): Promise<void> {
  let done = 0
  for (let after = { entity: '', row_id: '' }; ; ) {
    const rows = await selectChanges(em, after.entity, after.row_id, PAGE_SIZE)
    if (rows.length === 0) return
    await saveTranslations(
      em,
      rows.map(({ entity, row_id, translations }) => ({ entity, id: row_id, translations })),
    )
    done += rows.reduce((sum, { texts }) => sum + texts, 0)
    await reportProgress(done)
    after = rows.at(-1)!
  }
}

interface ChangedRow {
  entity: string
  row_id: string
  translations: TranslationChanges
  texts: number
}

const selectChanges = statement<ChangedRow, [entity: string, row_id: string, limit: number]>(`
  with page as (
    select distinct entity, row_id from changed_text where (entity, row_id) > ($1, $2) order by entity, row_id limit $3
  )
  select entity, row_id, jsonb_object_agg(language, given) as translations, sum(texts)::integer as texts from (
    select entity, row_id, language, jsonb_object_agg(column_name, content) as given, count(*) as texts
    from changed_text join page using (entity, row_id) group by entity, row_id, language
  ) of_language
  group by entity, row_id order by entity, row_id`)
