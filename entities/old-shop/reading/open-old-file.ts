import type { CsvFile } from '#entities/catalogue/import-export/csv/read-csv.ts'
import { titleKey } from '#entities/catalogue/import-export/csv/title-key.ts'
import { InvalidData } from '#entities/errors.ts'

export interface OldDialect {
  /** Each list has titles that only these files have together. */
  signatures: readonly (readonly string[])[]
}

export type OldData = 'customers' | 'orders'

/**
 * Returns the dialect that recognizes the titles of the file.
 * @throws InvalidData for other files.
 */
export function recognize<Dialect extends OldDialect>(
  { titles }: Pick<CsvFile, 'titles'>,
  { dialects, data }: { dialects: readonly Dialect[]; data: OldData },
): Dialect {
  const keys = new Set(titles.map(titleKey))
  const found = dialects.find(({ signatures }) => signatures.some((needed) => needed.every((title) => keys.has(title))))
  if (found) return found
  throw new InvalidData(
    `The file is no export of ${data} of Shopify or WooCommerce. Its columns are ${titles.slice(0, 8).join(', ')}`,
  ).because({ name: 'import_file_unknown', data, titles: titles.slice(0, 8).join(', ') })
}
