import { defineStrings } from './define-strings.ts'

export const en = {
  newDraft: 'New draft order',
  createDraft: 'Create draft order',
  searchHint: 'Number or e-mail',
  number: 'Draft order',
  title: (number: number) => `Draft #${number}`,
  email: 'E-mail',
  status: 'Status',
  created: 'Created',
  order: 'Order',
  orderNumber: (number: number) => `Order #${number}`,
  emptyHint: 'Create an order for a customer who calls or writes. It becomes an order when it is paid.',
  customer: 'Customer',
  customerHint:
    'Type an e-mail address, or choose a customer. An address that you type belongs to a guest, even if there is an account with this address.',
  region: 'Region',
  items: 'Items',
  addItem: 'Add item',
  customItem: 'Custom item: no tax and no discount',
  shipping: 'Shipping',
  shippingOption: 'Shipping option',
  address: 'Shipping address',
  subtotal: 'Subtotal',
  discounts: 'Discounts',
  taxes: 'Taxes',
  total: 'Total',
  pay: 'Mark as paid',
  payTitle: 'Mark this draft order as paid',
  payText: (amount: string) =>
    `The draft becomes an order over ${amount}. Use this if the customer has paid you another way.`,
  paid: 'Order created',
  remove: 'Delete draft',
  removeTitle: 'Delete this draft order?',
  removeText: 'This cannot be undone.',
  removed: 'Draft order deleted',
  noItems: 'This draft has no items.',
  totals: 'Totals',
}

export const draftOrders = defineStrings(en, { de: () => import('./de/draft-orders.ts') })
