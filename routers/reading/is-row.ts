import type { PlainRow } from '#database/fast-rows.ts'

/** Also true for lists and dates. */
export const isRow = (value: unknown): value is PlainRow => typeof value === 'object' && value !== null
