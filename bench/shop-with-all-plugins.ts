import { storefront, testPayment } from 'cartwright/storefront'
import { defineShop } from '#server/process/define-shop.ts'
import { allPlugins } from '#test/support/all-plugins.ts'

export const shop = defineShop({ plugins: [storefront(), testPayment, ...allPlugins] })
