import type { Translation } from '../define-strings.ts'
import type { en } from '../palette.ts'

export const words: Translation<typeof en> = {
  title: 'Im Shop suchen',
  open: 'Suchen',
  hint: 'Bestellungen, Produkte, Kunden, Seiten',
  pastOrders: 'Importierte Bestellungen',
  screens: 'Seiten',
  actions: 'Aktionen',
  searching: 'Suche läuft',
  nothing: 'Nichts gefunden',
  exportOrders: 'Bestellungen exportieren',
  newCustomer: 'Neuer Kunde',
}
