import { importFields } from '#console/strings/import-fields.ts'

const NUMBERED = /^(Option|Image|Product Category|Old Address) (\d+) (Name|Value|Url|Path)$/

const NUMBERED_FIELDS: Readonly<Record<string, string>> = {
  Image: 'Images',
  'Product Category': 'Category',
  'Old Address': 'Old Address',
}

/** Returns the words for a field of an imported column. Rare fields keep the title of product files. */
export function useFieldNames(): (field: string) => string {
  const words = importFields.useWords()
  const names: Readonly<Record<string, string>> = words
  return (field) => {
    const [, kind = '', currency] = /^((?:Sale )?Price) ([A-Z]{3})$/.exec(field) ?? []
    if (currency) return `${names[kind]} ${currency}`
    const [, subject = '', number, part = ''] = NUMBERED.exec(field) ?? []
    const name = subject === 'Option' ? names[`Option ${part}`] : names[NUMBERED_FIELDS[subject] ?? '']
    return number && name ? `${name} ${number}` : (names[field] ?? field)
  }
}
