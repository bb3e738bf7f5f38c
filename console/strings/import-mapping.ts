import { defineStrings } from './define-strings.ts'
import { plural } from './plural.ts'

export const en = {
  title: 'Assign the columns',
  hint: 'The shop has guessed from the titles and the values. Check the fields. Columns without a field are not imported.',
  start: 'Assign the columns',
  startHint: 'The shop does not know this file. Show it once which column is what.',
  change: 'Change the columns',
  column: 'Column',
  samples: 'Values',
  field: 'Field',
  fieldOf: (title: string) => `Field of ${title}`,
  notImported: 'Not imported',
  preview: 'The first products',
  noPreview: 'Choose the column with the name of the product, or with its SKU.',
  remember: 'Remember the columns for the next file with these titles',
  name: 'Name of this kind of file',
  nameExample: 'Such as the name of your supplier',
  table: 'Table',
  next: 'Check the file',
  saved: 'Known tables',
  columnsUsed: (count: number) => `${count} ${plural(count, 'column', 'columns')}`,
  deleteText: 'The shop asks for the columns of such a file again. Products stay.',
}

export const importMapping = defineStrings(en, { de: () => import('./de/import-mapping.ts') })
