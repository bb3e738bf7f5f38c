import { importFields } from '#console/strings/import-fields.ts'

/** Returns the words for a field of an imported column. Rare fields keep the title of product files. */
export function useFieldNames(): (field: string) => string {
  const words = importFields.useWords()
  const names: Readonly<Record<string, string>> = words
  return (field) => {
    const [, currency] = /^Price ([A-Z]{3})$/.exec(field) ?? []
    return currency ? `${words.Price} ${currency}` : (names[field] ?? field)
  }
}
