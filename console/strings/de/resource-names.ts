import type { Translation } from '../define-strings.ts'
import type { en } from '../resource-names.ts'

export const words: Translation<typeof en> = {
  'audit-log': 'Aktivität',
  changes: 'Live-Änderungen',
  events: 'Ereignisse',
  plugins: 'Erweiterungen',
  'product-tags': 'Schlagwörter',
  'product-types': 'Produkttypen',
  setup: 'Einrichtung',
  translations: 'Übersetzungen',
  statistics: 'Statistik',
  variants: 'Varianten und Bestand',
}
