import { defineStrings, plural } from './define-strings.ts'

export const en = {
  title: 'Packing slips and picking list',
  packingSlips: 'Packing slips',
  packingSlip: 'Packing slip',
  pickingList: 'Picking list',
  document: 'Document',
  print: 'Print',
  downloadPdf: 'Download PDF',
  noOrders: 'No orders',
  noOrdersHint: 'Select orders in the list, and choose the packing slips.',
  skipped_canceled: 'Canceled, so there is nothing to pack:',
  skipped_nothing_to_send: 'Nothing of these orders is sent:',
  unprintable: 'The PDF cannot show all letters of these orders. Print them here instead.',
  tooMany: (max: number) => `Choose at most ${max} orders.`,
  orderCount: (count: number) => `${count} ${plural(count, 'order', 'orders')}`,
  location: 'Location',
  item: 'Item',
  barcode: 'Barcode',
  quantity: 'Quantity',
  orders: 'Orders',
}

export const packing = defineStrings(en, { de: () => import('./de/packing.ts') })
