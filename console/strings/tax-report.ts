import { defineStrings } from './define-strings.ts'

export const en = {
  title: 'Tax report',
  subtitle: 'Sales and refunds by country and tax',
  export: 'Export as CSV',
  totals: 'Totals',
  taxes: 'Taxes',
  empty: 'No sales and no refunds in this period.',
  currency: 'Currency',
  country: 'Country',
  unknownCountry: 'No address',
  tax: 'Tax',
  taxName: (name: string, rate: string) => `${name}, ${rate}`,
  defaultTax: 'Tax of the region',
  untaxed: 'No tax',
  giftCards: 'Sold gift cards',
  net: 'Sales without tax',
  taxAmount: 'Tax',
  refundedNet: 'Refunds without tax',
  refundedTax: 'Tax in refunds',
  due: 'Tax due',
  hint: 'Sales count on the day of the order. Refunds, order edits and cancellations count on their own day, so a past month never changes. A refund of a return has the tax of its items, and any other refund the tax of the whole order. A sold gift card is no sale yet: the goods that it pays for are.',
}

export const taxReport = defineStrings(en, { de: () => import('./de/tax-report.ts') })
