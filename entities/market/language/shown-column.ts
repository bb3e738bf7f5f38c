import type { EntityClass } from '@mikro-orm/postgresql'
import { translatedColumnsOf } from '#entities/platform/translation/translated-columns.ts'
import type { Language } from './language.ts'

/**
 * Returns an SQL expression for the text that a response in the language shows, which sorts as the language does. Undefined if the
 * column is not translated, or in the default language.
 */
export function shownColumn(
  entity: EntityClass<object>,
  { column, language }: { column: string; language: Language },
): ((alias: string) => string) | undefined {
  const { chain, collation } = language
  if (chain.length === 0 || !translatedColumnsOf(entity).includes(column)) return undefined
  const collate = collation ? ` collate "${collation}"` : ''
  return (alias) => {
    // A language is a tag of letters, digits and hyphens.
    const texts = chain.map(
      (code) => `(select texts ->> '${column}' from translation where row_id = ${alias}.id and language = '${code}')`,
    )
    return `coalesce(${[...texts, `${alias}."${column}"`].join(', ')})${collate}`
  }
}
