import { defineStrings, plural } from './define-strings.ts'

export const en = {
  today: 'Today',
  ordersToday: (count: number) => `${count} ${plural(count, 'order', 'orders')}`,
  noOrdersToday: 'No orders yet today.',
  perHour: 'Orders per hour',
  chartLabel: 'Orders of today by hour and region',
  attention: 'Needs attention',
  toCapture: 'Payments to capture',
  toFulfill: 'Orders to fulfill',
  toShip: 'Orders to ship',
  needsAction: 'Orders that require action',
  failedPayments: 'Payments that require action',
  openDrafts: 'Open draft orders',
  allDone: 'All done. Nothing needs attention.',
  latest: 'Latest orders',
  noOrders: 'No orders yet.',
  allOrders: 'All orders',
  lowStock: 'Low stock',
  lowStockHint: 'Variants with five or fewer units',
  noLowStock: 'All variants have enough stock.',
  units: (count: number) => `${count} left`,
  problems: 'Failed work',
  noProblems: 'Nothing has failed in the last seven days.',
  failed_payments: 'Failed payments',
  failed_refunds: 'Failed refunds',
  failed_jobs: 'Failed jobs',
  failed_webhook_deliveries: 'Failed webhooks',
}

export const home = defineStrings(en, { de: () => import('./de/home.ts') })
