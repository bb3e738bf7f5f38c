import type { Translation } from '../define-strings.ts'
import type { en } from '../stock-counts.ts'

const signed = (difference: number) => (difference > 0 ? `+${difference}` : `${difference}`.replace('-', '−'))

export const words: Translation<typeof en> = {
  countStock: 'Bestand zählen',
  countedGoods: 'Gezählte Artikel',
  location: 'Standort',
  noLocation: 'Legen Sie zuerst einen Standort an.',
  scanHint: 'Jeder Scan zählt ein Stück. Auch eine EAN, eine UPC oder eine SKU ist möglich.',
  counted: (title, count) => `${title}: ${count}`,
  unknown: (code) => `${code} ist kein Barcode und keine SKU des Shops.`,
  ambiguous: (code, count) => `${count} Artikel haben den Code ${code}. Verwenden Sie die SKU.`,
  notCounted: (title) => `Der Bestand von ${title} wird nicht geführt.`,
  empty: 'Scannen Sie den ersten Artikel. Nicht gescannte Artikel behalten ihren Bestand.',
  expectedUnits: (expected, waiting) =>
    waiting > 0 ? `${expected} erwartet, davon ${waiting} verkauft` : `${expected} erwartet`,
  changed: (before, now) => `Der Bestand hat sich während der Zählung von ${before} auf ${now} geändert.`,
  difference: signed,
  differenceOf: (title) => `Differenz von ${title}`,
  countOf: (title) => `Gezählte Stücke von ${title}`,
  removeGood: (title) => `${title} aus der Zählung entfernen`,
  summary: (goods, difference) => `${goods} Artikel, Differenz ${signed(difference)}`,
  reason: 'Grund',
  reasonExample: 'Inventur',
  reasonMissing: 'Geben Sie einen Grund ein.',
  save: 'Zählung speichern',
  saved: 'Bestand gespeichert',
  clear: 'Zählung verwerfen',
  clearTitle: 'Diese Zählung verwerfen?',
  clearText: 'Der Bestand bleibt, und die gezählten Zahlen gehen verloren.',
  earlier: 'Frühere Zählungen',
  noneEarlier: 'Noch keine Zählung gespeichert.',
  time: 'Zeit',
  changes: 'Änderungen',
  change: (title, before, after) => `${title}: ${before} → ${after}`,
  noChanges: 'Keine Differenz',
}
