import { foreignFormatOf } from './file-format.ts'
import { type CsvFile, openCsv, type ReadFile } from './read-csv.ts'

/** Opens a CSV file or the first sheet of an Excel workbook. `isTitle` helps to find the separator. */
export async function openTable(read: ReadFile, isTitle: (title: string) => boolean): Promise<CsvFile> {
  if (!(await isWorkbook(read))) return openCsv(read, isTitle)
  // A server loads these libraries with the first Excel workbook.
  const { openWorkbook } = await import('./read-workbook.ts')
  return openWorkbook(read)
}

async function isWorkbook(read: ReadFile): Promise<boolean> {
  for await (const chunk of await read()) return chunk[0] === 0x50 && foreignFormatOf(chunk) === 'excel'
  return false
}
