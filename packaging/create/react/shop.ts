import { defineShop } from 'cartwright'
import { giftNotes } from './plugins/gift-notes/index.ts'

export const shop = defineShop({ plugins: [giftNotes] })
