import { defineShop } from 'cartwright'
import { stripe } from 'cartwright/stripe'
import { giftNotes } from './plugins/gift-notes/index.ts'
import { showrooms } from './plugins/showrooms/index.ts'

export const shop = defineShop({ plugins: [giftNotes, showrooms, stripe] })
