import type { ForeignFile } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { importNotice } from '#entities/catalogue/import-export/import-notice.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'

/** Names the columns with values that no dialect has read. Call it after the last row. */
export function droppedColumns(file: ForeignFile): BatchNotice[] {
  const columns = file.unreadColumns()
  const titles = columns.map(({ title, count }) => `${title} (${count})`).join(', ')
  return columns.length === 0 ? [] : [importNotice({ name: 'import_columns_dropped', titles })]
}
