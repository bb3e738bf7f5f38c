import type { en } from '../batch-jobs.ts'
import { plural, type Translation } from '../define-strings.ts'

export const words: Translation<typeof en> = {
  dropCsv: 'Ziehen Sie eine CSV-Datei hierher, oder klicken Sie, um eine auszuwählen',
  csvHint: 'Der Shop prüft zuerst die ganze Datei und zeigt, was sich ändert. Vorher ändert sich nichts.',
  checking: 'Die Datei wird geprüft',
  report: 'Was der Import ändert',
  change: 'Änderung',
  count: 'Anzahl',
  productCreate: 'Neue Produkte',
  productUpdate: 'Geänderte Produkte',
  variantCreate: 'Neue Varianten',
  variantUpdate: 'Geänderte Varianten',
  rowsToImport: (count) => `${count} ${plural(count, 'Zeile wird', 'Zeilen werden')} importiert.`,
  confirmImport: 'Importieren',
  importing: 'Wird importiert',
  imported: (count) => `${count} ${plural(count, 'Änderung', 'Änderungen')} importiert.`,
  ignoredQuantities: (count) =>
    `${count} ${plural(count, 'Bestand wurde', 'Bestände wurden')} ignoriert, weil der Bestand zu mehreren Lagerorten gehört.`,
  failed: 'Die Datei wurde nicht importiert',
  line: 'Zeile',
  rowOfLine: (row, line) => `Datensatz ${row}, Zeile ${line}`,
  problem: 'Problem',
  product: 'Produkt',
  isWorkbook: (name) => `${name} ist eine Tabelle. Speichern Sie sie als „CSV UTF-8“, und wählen Sie diese Datei.`,
  isNoCsv: (name) => `${name} ist keine CSV-Datei. Wählen Sie eine Datei, die mit .csv, .tsv oder .txt endet.`,
  oneFile: 'Wählen Sie eine einzige Datei.',
  createMissing: 'Fehlendes anlegen',
  createMissingHint:
    'Produkte mit unbekannten IDs können neue Produkte werden, und der Shop kann fehlende Kollektionen, Kategorien und Vertriebskanäle anlegen. Die Datei wird vorher noch einmal geprüft.',
  canceled: 'Abgebrochen. Nichts wurde geändert.',
  anotherFile: 'Weitere Datei importieren',
  startExport: 'Exportieren',
  exporting: 'Wird exportiert',
  exportDone: (count) => `${count} ${plural(count, 'Zeile', 'Zeilen')} exportiert.`,
  exportFailed: 'Der Export ist fehlgeschlagen',
  download: 'Herunterladen',
}
