import { plural, type Translation } from '../define-strings.ts'
import type { en } from '../home.ts'

export const words: Translation<typeof en> = {
  today: 'Heute',
  ordersToday: (count) => `${count} ${plural(count, 'Bestellung', 'Bestellungen')}`,
  noOrdersToday: 'Heute noch keine Bestellungen.',
  perHour: 'Bestellungen je Stunde',
  chartLabel: 'Bestellungen von heute nach Stunde und Region',
  attention: 'Zu erledigen',
  toCapture: 'Zahlungen einzuziehen',
  toFulfill: 'Bestellungen zu packen',
  toShip: 'Bestellungen zu versenden',
  needsAction: 'Bestellungen, die einen Eingriff brauchen',
  failedPayments: 'Zahlungen, die einen Eingriff brauchen',
  openDrafts: 'Offene Entwürfe',
  allDone: 'Alles erledigt.',
  latest: 'Letzte Bestellungen',
  noOrders: 'Noch keine Bestellungen.',
  allOrders: 'Alle Bestellungen',
  lowStock: 'Wenig Bestand',
  lowStockHint: 'Varianten mit höchstens fünf Stück',
  noLowStock: 'Alle Varianten haben genug Bestand.',
  units: (count) => `noch ${count}`,
  problems: 'Fehlgeschlagen',
  noProblems: 'Kein Import, kein Export und kein Webhook ist in den letzten sieben Tagen fehlgeschlagen.',
  failedJob: (type) => `Fehlgeschlagen: ${type}`,
  failedDeliveries: (url) => `Fehlgeschlagene Zustellungen an ${url}`,
}
