import { defineStrings } from './define-strings.ts'

export const en = {
  title: 'Simulation',
  run: 'Simulate',
  running: 'Simulating',
  hint: 'Plays it with the orders and open carts of the last 30 days, and changes nothing. Each buyer that may use it does. Revenue is without taxes and shipping.',
  nothing: 'The last 30 days have no orders and no carts.',
  sampled: (examined: number, all: number) => `Shows a sample of ${examined} of ${all} orders and carts.`,
  purchases: 'Purchases',
  touched: 'Changed',
  revenue: 'Revenue',
  discounts: 'More discounts',
  shipping: 'Shipping',
  margin: 'Margin',
  change: (before: string, after: string) => `${before} → ${after}`,
  of: (part: number, all: number) => `${part} of ${all}`,
  ordersIn: (currency: string) => `Orders in ${currency.toUpperCase()}`,
  cartsIn: (currency: string) => `Carts in ${currency.toUpperCase()}`,
  noCosts: 'No costs known',
  costsOf: (known: number, all: number) => `Costs of ${known} of ${all} items are known`,
  noChange: 'No buyer would have paid another amount.',
  buyer: 'Buyer',
  paid: 'Without it',
  wouldPay: 'With it',
  order: (number: number) => `Order ${number}`,
  cart: 'Open cart',
}

export const simulations = defineStrings(en, { de: () => import('./de/simulations.ts') })
