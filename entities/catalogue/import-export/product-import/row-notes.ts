import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { importNotice } from '../import-notice.ts'

/** Counts what the import changes in the cells of a file, with one example of each kind. */
export class RowNotes {
  #amounts: { count: number; example: string; amount: string } | undefined
  #blanks: { count: number; title: string; row: number } | undefined
  #handles: { count: number; example: string; handle: string } | undefined

  addAmount(example: string, amount: string): void {
    this.#amounts = { example, amount, ...this.#amounts, count: (this.#amounts?.count ?? 0) + 1 }
  }

  addBlanks(title: string, row: number): void {
    this.#blanks = { title, row, ...this.#blanks, count: (this.#blanks?.count ?? 0) + 1 }
  }

  addHandle(example: string, handle: string): void {
    this.#handles = { example, handle, ...this.#handles, count: (this.#handles?.count ?? 0) + 1 }
  }

  notices(): BatchNotice[] {
    return [
      ...(this.#amounts ? [importNotice({ name: 'import_amounts_shortened', ...this.#amounts })] : []),
      ...(this.#blanks ? [importNotice({ name: 'import_blanks_removed', ...this.#blanks })] : []),
      ...(this.#handles ? [importNotice({ name: 'import_handles_changed', ...this.#handles })] : []),
    ]
  }
}
