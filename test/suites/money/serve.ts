import { defineShop } from '#server/process/define-shop.ts'
import { loyalty } from '../../../plugins/loyalty/index.ts'

/* The server of `npm run money`: the shop with the plugin for points. */

await defineShop({ plugins: [loyalty] }).start()
process.exit()
