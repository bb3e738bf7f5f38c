type Texts = Readonly<Record<string, string>>

/** A row whose texts a dialog translates. */
export interface TranslatedRow {
  /** The name of the table. */
  entity: string
  id: string
  /** The texts of the default language by column. */
  texts: Texts
  translations: Readonly<Record<string, Texts>>
  /** The columns of the row, for fields of plugins. Undefined if `texts` has them. */
  row?: object
}

/** Returns the texts of a row in columns that have one. */
export function translatedRow<Row extends { id: string; translations?: TranslatedRow['translations'] | undefined }>(
  entity: string,
  row: Row,
  columns: readonly (keyof Row & string)[],
): TranslatedRow {
  const texts = columns.flatMap((column): [string, string][] => {
    const text = row[column]
    return typeof text === 'string' && text !== '' ? [[column, text]] : []
  })
  return { entity, id: row.id, texts: Object.fromEntries(texts), translations: row.translations ?? {}, row }
}
