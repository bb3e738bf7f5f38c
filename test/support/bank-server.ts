import { defineShop } from '#server/process/define-shop.ts'
import { bankPlugin } from './bank-over-http.ts'

/* A server whose customers pay at the bank of `bank-over-http.ts`. */

await defineShop({ plugins: [bankPlugin(process.env.BANK_URL ?? '')] }).start()
