import { defineShop } from 'cartwright'
import { storefront } from 'cartwright/storefront'
import { giftNotes } from './plugins/gift-notes/index.ts'

export const shop = defineShop({ plugins: [storefront(), giftNotes] })
