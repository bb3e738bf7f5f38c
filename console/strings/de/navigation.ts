import type { Translation } from '../define-strings.ts'
import type { en } from '../navigation.ts'

export const words: Translation<typeof en> = {
  home: 'Übersicht',
  orders: 'Bestellungen',
  draftOrders: 'Entwürfe',
  products: 'Produkte',
  customers: 'Kunden',
  promotions: 'Aktionen',
  priceLists: 'Preislisten',
  inventory: 'Lager',
  settings: 'Einstellungen',
  activity: 'Protokoll',
}
