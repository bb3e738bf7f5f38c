import { defineStrings } from './define-strings.ts'

export const en = {
  title: 'Search the shop',
  open: 'Search',
  hint: 'Orders, products, customers, screens',
  pastOrders: 'Imported orders',
  screens: 'Screens',
  actions: 'Actions',
  searching: 'Searching',
  nothing: 'Nothing found',
  exportOrders: 'Export orders',
  newCustomer: 'New customer',
}

export const palette = defineStrings(en, { de: () => import('./de/palette.ts') })
