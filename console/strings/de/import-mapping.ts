import { plural, type Translation } from '../define-strings.ts'
import type { en } from '../import-mapping.ts'

export const words: Translation<typeof en> = {
  title: 'Was steht in den Spalten?',
  hint: 'Der Shop hat aus den Titeln und Werten geraten. Prüfen Sie die Felder. Spalten ohne Feld werden nicht importiert.',
  start: 'Spalten zuordnen',
  startHint: 'Der Shop kennt diese Datei nicht. Zeigen Sie ihm einmal, welche Spalte was ist.',
  change: 'Spalten ändern',
  column: 'Spalte',
  samples: 'Werte',
  field: 'Feld',
  fieldOf: (title) => `Feld von ${title}`,
  notImported: 'Nicht importieren',
  preview: 'Die ersten Produkte',
  noPreview: 'Wählen Sie die Spalte mit dem Namen des Produkts oder mit seiner SKU.',
  remember: 'Spalten für die nächste Datei mit diesen Titeln merken',
  name: 'Name dieser Art von Datei',
  nameExample: 'Zum Beispiel der Name Ihres Lieferanten',
  table: 'Tabelle',
  next: 'Datei prüfen',
  saved: 'Bekannte Tabellen',
  columnsUsed: (count) => `${count} ${plural(count, 'Spalte', 'Spalten')}`,
  deleteText: 'Der Shop fragt bei einer solchen Datei wieder nach den Spalten. Produkte bleiben.',
}
