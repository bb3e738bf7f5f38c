import { definePlugin } from 'cartwright'
import { admin } from './admin.ts'
import { CreateDigitalKeys } from './create-digital-keys.ts'
import { deliverKeys, requireKeys, revokeKeys } from './deliver-keys.ts'
import { DigitalKey, fields } from './digital-key.ts'
import { store } from './store.ts'

declare module 'cartwright' {
  interface PluginEvents {
    'digital-goods.delivered': { email: string; count: number }
  }
}

/** Each unit of a digital variant gets a key, in the transaction of its order. A canceled order loses its keys. */
export const digitalGoods = definePlugin({
  name: 'digital-goods',
  cartwright: '^0.1.0',
  fields,
  entities: [DigitalKey],
  migrations: [CreateDigitalKeys],
  events: ['digital-goods.delivered'],
  rules: { 'cart.complete': requireKeys },
  effects: { 'cart.complete': deliverKeys, 'order.cancel': revokeKeys },
  admin,
  store,
})
