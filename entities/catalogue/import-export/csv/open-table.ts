import { type ForeignFormat, foreignFormatOf } from './file-format.ts'
import { type CsvFile, openCsv, type ReadFile } from './read-csv.ts'

/** Opens a CSV file, the first sheet of an Excel workbook or an XML feed. `isTitle` helps to find the separator. */
export async function openTable(read: ReadFile, isTitle: (title: string) => boolean): Promise<CsvFile> {
  // A server loads the libraries of a format with its first file.
  switch (await formatOf(read)) {
    case 'excel':
      return (await import('./read-workbook.ts')).openWorkbook(read)
    case 'xml':
      return (await import('./read-feed.ts')).openFeed(read)
    default:
      return openCsv(read, isTitle)
  }
}

const ZIP = 0x50

/** Old workbooks, which are no zip files, are left to the error messages of `openCsv`. */
async function formatOf(read: ReadFile): Promise<ForeignFormat | undefined> {
  for await (const chunk of await read()) {
    const format = foreignFormatOf(chunk)
    return format === 'excel' && chunk[0] !== ZIP ? undefined : format
  }
  return undefined
}
