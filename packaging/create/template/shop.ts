import { defineShop } from 'cartwright'
import { storefront, testPayment } from 'cartwright/storefront'
import { giftNotes } from './plugins/gift-notes/index.ts'

export const shop = defineShop({ plugins: [storefront(), testPayment, giftNotes] })
