import { defineShop } from '#server/process/define-shop.ts'
import { plugins } from './plugins.ts'

/* The server of `npm run money`: the shop with plugins for rebates and balances. */

await defineShop({ plugins }).start()
process.exit()
