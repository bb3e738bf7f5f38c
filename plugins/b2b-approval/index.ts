import { definePlugin, defineTender } from 'cartwright'
import { admin } from './admin.ts'
import { Approval } from './approval.ts'
import { assertApproved, keepCustomer } from './check-cart.ts'
import { CreateApprovals } from './create-approvals.ts'
import { fields, settings } from './options.ts'
import { store } from './store.ts'

declare module 'cartwright' {
  interface PluginEvents {
    'b2b-approval.requested': { cart_id: string; total: number; currency_code: string }
    'b2b-approval.decided': { cart_id: string; status: string }
  }
}

/** Companies pay on account, up to the credit limit of their balance. */
const onAccount = defineTender({
  kind: 'on-account',
  label: { en: 'On account', de: 'Auf Rechnung' },
  refund: 'last',
  creditLimit: true,
})

/** Carts above the limit of their customer need the approval of an administrator. */
export const b2bApproval = definePlugin({
  name: 'b2b-approval',
  cartwright: '^0.1.0',
  settings,
  fields,
  entities: [Approval],
  migrations: [CreateApprovals],
  tenders: [onAccount],
  events: ['b2b-approval.requested', 'b2b-approval.decided'],
  rules: { 'cart.update': keepCustomer, 'cart.complete': assertApproved },
  admin,
  store,
})
