import { definePlugin } from 'cartwright'
import { admin } from './admin.ts'
import { CreateWishes } from './create-wishes.ts'
import { store } from './store.ts'
import { Wish } from './wish.ts'

export const wishlist = definePlugin({
  name: 'wishlist',
  cartwright: '^0.1.0',
  entities: [Wish],
  migrations: [CreateWishes],
  admin,
  store,
})
