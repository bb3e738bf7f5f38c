import type { MikroORM } from '@mikro-orm/postgresql'
import { type Vocabulary, vocabularyOf } from '../hostile/vocabulary.ts'
import { tablesOf } from './plugin-tables.ts'
import type { Sample, Subject } from './subject.ts'

/** Prefers values of the sample and of the rows of the plugin. */
export async function pluginVocabulary(orm: MikroORM, { plugin }: Subject, sample: Sample): Promise<Vocabulary> {
  const base = await vocabularyOf(orm)
  const ownValues = await valuesByColumn(orm, tablesOf(orm, plugin))
  const preferred = (field: string): readonly string[] => {
    const ofSample: Partial<Record<string, readonly string[]>> = {
      customer_id: [sample.customer_id],
      cart_id: [sample.cart_id],
      order_id: sample.order_ids,
      variant_id: sample.variant_ids,
      product_id: sample.product_ids,
    }
    const singular = field.replace(/_ids$/, '_id').replace(/^ids$/, 'id')
    return ofSample[singular] ?? ownValues.get(singular) ?? []
  }
  return {
    wordsFor: (field, procedure) => [...preferred(field), ...base.wordsFor(field, procedure)],
    fittingWordsFor(field, procedure) {
      const known = preferred(field)
      if (known.length === 0) return base.fittingWordsFor(field, procedure)
      return /(^|_)ids?$/.test(field) ? known : [...known, ...newWords(field, known)]
    },
  }
}

/** Texts that no row has, for a column with a unique index. */
const newWords = (field: string, known: readonly string[]): string[] =>
  Array.from({ length: known.length + NEW_WORDS }, (_, i) => `${field} ${i + 1}`)
    .filter((word) => !known.includes(word))
    .slice(0, NEW_WORDS)

const NEW_WORDS = 4

/** The texts in each column, newest first. */
async function valuesByColumn(orm: MikroORM, tables: readonly string[]): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>()
  for (const table of tables) {
    const rows = await orm.em
      .fork()
      .execute<Record<string, unknown>[]>(`select * from "${table}" order by 1 desc limit 50`)
    for (const [column, value] of rows.flatMap((row) => Object.entries(row)))
      if (typeof value === 'string') values.set(column, [...new Set([...(values.get(column) ?? []), value])])
  }
  return values
}
