import { defineShop } from './shop/define-shop.ts'

/** The shop of this repository: the core without plugins. */
export const shop = defineShop({ plugins: [] })
