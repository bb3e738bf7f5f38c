import { defineStrings, plural } from './define-strings.ts'

/** The words of imports and exports. */
export const en = {
  dropCsv: 'Drop a CSV or Excel file here, or click to choose one',
  csvHint: 'The shop checks the whole file first and shows what will change. Nothing changes before you confirm.',
  checking: 'Checking the file',
  report: 'What the import will change',
  change: 'Change',
  count: 'Count',
  productCreate: 'New products',
  productUpdate: 'Changed products',
  variantCreate: 'New variants',
  variantUpdate: 'Changed variants',
  rowsToImport: (count: number) => `${count} ${plural(count, 'row', 'rows')} will be imported.`,
  confirmImport: 'Import',
  fileOf: (program: string) => `A file of ${program}`,
  pricesAreIn: 'Its prices are in',
  pricesWithTax: (code: string) => `The shop stores prices in ${code.toUpperCase()} with tax.`,
  pricesWithoutTax: (code: string) => `The shop stores prices in ${code.toUpperCase()} without tax.`,
  changeTaxes: 'Change this in the settings',
  picturesStored: (stored: number, all: number) => `${stored} of ${all} ${plural(all, 'picture', 'pictures')} fetched.`,
  picturesFailed: (count: number) => `${count} ${plural(count, 'picture', 'pictures')} could not be fetched`,
  pictureAddress: 'Address',
  retryPictures: 'Fetch again',
  importing: 'Importing',
  imported: (count: number) => `${count} ${plural(count, 'change', 'changes')} imported.`,
  ignoredQuantities: (count: number) =>
    `${count} ${plural(count, 'quantity was', 'quantities were')} ignored, because the stock belongs to several locations.`,
  failed: 'The file was not imported',
  line: 'Line',
  rowOfLine: (row: number, line: number) => `row ${row}, line ${line}`,
  problem: 'Problem',
  product: 'Product',
  isWorkbook: (name: string) =>
    `${name} is a spreadsheet in another format. Save it as .xlsx or CSV UTF-8 and choose that file.`,
  isNoCsv: (name: string) => `${name} is not a table. Choose a file that ends with .csv, .tsv, .txt or .xlsx.`,
  oneFile: 'Choose one file.',
  createMissing: 'Create missing entries',
  createMissingHint:
    'Products with unknown ids can become new products, and the shop can create missing collections, categories and sales channels. The file is checked again first.',
  canceled: 'Canceled. Nothing was changed.',
  anotherFile: 'Import another file',
  startExport: 'Export',
  exporting: 'Exporting',
  exportDone: (count: number) => `${count} ${plural(count, 'row', 'rows')} exported.`,
  exportFailed: 'The export failed',
  download: 'Download',
}

export const batchJobs = defineStrings(en, { de: () => import('./de/batch-jobs.ts') })
