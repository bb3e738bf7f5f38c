import { defineStrings, plural } from './define-strings.ts'

export const en = {
  customer: 'Customer',
  newCustomer: 'New customer',
  searchHint: 'Name or e-mail',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  password: 'Password',
  passwordHint: 'The customer signs in with it. At least 8 characters.',
  account: 'Account',
  registered: 'Registered',
  guest: 'Guest',
  since: 'Customer since',
  group: 'Group',
  groups: 'Groups',
  noGroups: 'In no group',
  profile: 'Profile',
  orders: 'Orders',
  noOrders: 'This customer has not ordered yet.',
  addresses: 'Addresses',
  noAddresses: 'No saved addresses.',
  emptyHint: 'Customers appear here when they order or register.',
  addToGroup: 'Add to a group',
  added: (count: number) => `${count} ${plural(count, 'customer', 'customers')} added`,
  addTitle: (count: number) => `Add ${count} ${plural(count, 'customer', 'customers')} to a group`,
}

export const customers = defineStrings(en, { de: () => import('./de/customers.ts') })
