import { announce, definePlugin, defineTender } from 'cartwright'
import { grantMail } from './grant-mail.ts'

declare module 'cartwright' {
  interface PluginEvents {
    'store-credit.granted': { customer_id: string; amount: number; currency_code: string }
  }
}

/** Customers pay with the money that the shop owes them. Refunds of their orders go there first. */
const storeCredit = defineTender({
  kind: 'store-credit',
  label: { en: 'Store credit', de: 'Guthaben' },
  refund: 'first',
})

/** Administrators grant store credit, and refund orders into it. The customer gets a mail for each grant. */
export const storeCreditPlugin = definePlugin({
  name: 'store-credit',
  cartwright: '^0.1.0',
  tenders: [storeCredit],
  events: ['store-credit.granted'],
  mails: [grantMail],
  effects: {
    async 'balance.adjust'({ em, account_id: id, adjustment: { kind, amount, customer_id, currency_code } }) {
      if (kind === storeCredit.kind && amount > 0 && currency_code)
        await announce(em, 'store-credit.granted', { id, customer_id, amount, currency_code })
    },
  },
})
