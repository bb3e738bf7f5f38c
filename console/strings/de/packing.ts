import type { Translation } from '../define-strings.ts'
import { plural } from '../define-strings.ts'
import type { en } from '../packing.ts'

export const words: Translation<typeof en> = {
  title: 'Lieferscheine und Pickliste',
  packingSlips: 'Lieferscheine',
  packingSlip: 'Lieferschein',
  pickingList: 'Pickliste',
  document: 'Dokument',
  print: 'Drucken',
  downloadPdf: 'PDF herunterladen',
  noOrders: 'Keine Bestellungen',
  noOrdersHint: 'Wählen Sie Bestellungen in der Liste aus, und dann die Lieferscheine.',
  skipped_canceled: 'Storniert, also gibt es nichts zu packen:',
  skipped_nothing_to_send: 'Von diesen Bestellungen wird nichts in einem Paket verschickt:',
  unprintable: 'Das PDF kann nicht alle Buchstaben dieser Bestellungen zeigen. Drucken Sie sie stattdessen hier.',
  tooMany: (max) => `Wählen Sie höchstens ${max} Bestellungen.`,
  orderCount: (count) => `${count} ${plural(count, 'Bestellung', 'Bestellungen')}`,
  location: 'Lagerort',
  item: 'Artikel',
  barcode: 'Barcode',
  quantity: 'Menge',
  orders: 'Bestellungen',
}
