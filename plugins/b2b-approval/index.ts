import { definePlugin } from 'cartwright'
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

/** Carts above the limit of their customer need the approval of an administrator. */
export const b2bApproval = definePlugin({
  name: 'b2b-approval',
  cartwright: '^0.1.0',
  settings,
  fields,
  entities: [Approval],
  migrations: [CreateApprovals],
  events: ['b2b-approval.requested', 'b2b-approval.decided'],
  rules: { 'cart.update': keepCustomer, 'cart.complete': assertApproved },
  admin,
  store,
})
