import { InvalidData } from '#entities/errors.ts'
import type { ForeignFile, ForeignRow } from './foreign-file.ts'

const MAX_ROWS = 100_000

/**
 * Reads all rows into memory, for dialects whose rows refer to each other.
 * @throws InvalidData for more than 100,000 rows.
 */
export async function collectRows(file: ForeignFile): Promise<ForeignRow[]> {
  const rows: ForeignRow[] = []
  for await (const row of file.rows()) {
    if (rows.length === MAX_ROWS)
      throw new InvalidData(`The file has more than ${MAX_ROWS} rows. Split it into several files.`).because({
        name: 'import_too_many_rows',
        maximum: MAX_ROWS,
      })
    rows.push(row)
  }
  return rows
}
