import { type EntityClass, type EntityManager, EntitySchema } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import { type TranslationChanges, writeTranslations } from '#entities/platform/translation/translation.ts'
import { readLanguages } from './shop-languages.ts'

export interface RowTranslations {
  entity: EntityClass<object>
  id: string
  translations: TranslationChanges
}

/**
 * Adds texts to rows in other languages than the default, and removes texts that are null. The caller has locked the rows.
 * @throws InvalidData if the store does not have a language, the entity has no translated column of a name, or a text breaks a rule.
 */
export async function translateRows(em: EntityManager, rows: readonly RowTranslations[]): Promise<void> {
  const given = rows.filter(({ translations }) => Object.keys(translations).length > 0)
  if (given.length === 0) return
  const { known } = await readLanguages(em)
  const languages = known?.codes.slice(1) ?? []
  for (const { entity, translations } of given)
    for (const [language, texts] of Object.entries(translations)) {
      // The texts of a language that was removed can still be removed.
      if (texts !== null && !languages.includes(language)) throw notInStore(language, languages)
      for (const [column, text] of Object.entries(texts ?? {})) assertText(entity, { language, column, text })
    }
  await writeTranslations(
    em,
    given.map(({ entity, id, translations }) => ({ entity: metaOf(entity).tableName, id, translations })),
  )
}

interface ColumnMeta {
  nullable?: boolean
  onCreate?: unknown
  assertValue?(value: unknown): void
}

const metaOf = (entity: EntityClass<object>): { tableName: string; properties: Record<string, ColumnMeta> } => {
  const { tableName = '', properties = {} } = EntitySchema.REGISTRY.get(entity)?.meta ?? {}
  return { tableName, properties: properties as Record<string, ColumnMeta> }
}

interface GivenText {
  language: string
  column: string
  text: string | null
}

/** @throws InvalidData if the entity has no translated column of this name, or the text breaks a rule of the column. */
export function assertText(entity: EntityClass<object>, { language, column, text }: GivenText): void {
  const path = `translations.${language}.${column}`
  const columns = translatedColumnsOf(entity)
  if (!columns.includes(column))
    throw new InvalidData(`${column} has no translations. Translate ${columns.join(', ')}.`)
      .about(path)
      .because({ name: 'text_not_translatable', column, columns: columns.join(', ') })
  if (text === null) return
  const { nullable, onCreate, assertValue } = metaOf(entity).properties[column] ?? {}
  if (text === '' && !nullable && !onCreate)
    throw new InvalidData(`${column} must not be empty in ${language}. Send null to remove the translation.`)
      .about(path)
      .because({ name: 'text_required', column })
  assertValue?.(text)
}

export const notInStore = (language: string, languages: readonly string[]) =>
  new InvalidData(
    languages.length === 0
      ? `The store takes no translations to ${language}. Add the language to the languages of the store.`
      : `The store takes no translations to ${language}, only to ${languages.join(', ')}.`,
  )
    .about(`translations.${language}`)
    .because({ name: 'language_not_in_store', language, languages: languages.join(', ') })
