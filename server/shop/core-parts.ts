import { pino } from 'pino'
import { composeShop } from './compose-shop.ts'

/** The parts of a shop without plugins. */
export const coreParts = composeShop([], { settings: new Map(), logger: pino({ level: 'silent' }) })
