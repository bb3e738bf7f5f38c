import { type CsvFile, openCsv, type ReadFile } from './read-csv.ts'
import { isWorkbook, openWorkbook } from './read-workbook.ts'

/** Opens a CSV file or the first sheet of an Excel workbook. `isTitle` helps to find the separator. */
export const openTable = async (read: ReadFile, isTitle: (title: string) => boolean): Promise<CsvFile> =>
  (await isWorkbook(read)) ? openWorkbook(read) : openCsv(read, isTitle)
