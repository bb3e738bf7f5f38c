import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { importNotice } from '../import-notice.ts'
import type { TranslatedChange } from '../import-reasons.ts'
import type { ForeignRow } from './foreign-file.ts'

const MAX_NAMED_ROWS = 10

/** Counts the rows and values that a dialect leaves out or changes, and names the first rows. */
export class TranslationNotes {
  readonly #rows = new Map<TranslatedChange, { count: number; rows: number[] }>()

  add(change: TranslatedChange, { row }: Pick<ForeignRow, 'row'>): void {
    const note = this.#rows.get(change) ?? { count: 0, rows: [] }
    note.count += 1
    if (note.rows.length < MAX_NAMED_ROWS && note.rows.at(-1) !== row) note.rows.push(row)
    this.#rows.set(change, note)
  }

  notices(): BatchNotice[] {
    return Array.from(this.#rows, ([change, { count, rows }]) =>
      importNotice({ name: 'import_translated', change, count, rows: rows.join(', ') }),
    )
  }
}
