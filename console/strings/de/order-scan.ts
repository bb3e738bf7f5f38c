import type { Translation } from '../define-strings.ts'
import type { en } from '../order-scan.ts'

export const words: Translation<typeof en> = {
  scan: 'Barcode scannen',
  scanHint: 'Jeder Scan zählt ein Stück. Der erste Scan beginnt bei 0. Eine Artikelnummer geht auch.',
  count: 'Zählen',
  counted: (title, count, max) => `${title}: ${count} von ${max}`,
  unknown: (code) => `${code} ist kein Barcode und keine Artikelnummer eines Artikels, der zu packen ist.`,
  ambiguous: (code) => `Mehrere Artikel haben den Code ${code}. Geben Sie die Mengen von Hand ein.`,
  complete: (title) => `${title} ist vollständig. Packen Sie dieses Stück nicht ein.`,
}
