import { defineStrings } from './define-strings.ts'

/** The names of the areas. Each key is the name of an area. */
export const en = {
  home: 'Home',
  orders: 'Orders',
  draftOrders: 'Draft orders',
  products: 'Products',
  customers: 'Customers',
  promotions: 'Promotions',
  priceLists: 'Price lists',
  inventory: 'Inventory',
  settings: 'Settings',
  activity: 'Activity',
}

export const navigation = defineStrings(en, { de: () => import('./de/navigation.ts') })

export type AreaName = keyof typeof en
