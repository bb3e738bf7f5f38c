import { composeShop } from './compose-shop.ts'

/** The parts of a shop without plugins. */
export const coreParts = composeShop([], new Map())
