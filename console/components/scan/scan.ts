import { type Entered, isUnreadable } from '#console/components/form/entered.ts'
import type { Quantities } from './quantities.ts'

export interface ScannableLine {
  id: string
  variant_id?: string | null | undefined
  title: string
  max: number
  /** The texts that a scanner can read from the goods. */
  codes: readonly string[]
}

export type Scan =
  | { result: 'counted'; title: string; count: number; max: number; quantities: Quantities }
  | { result: 'unknown' | 'ambiguous' | 'complete'; title: string }

const countOf = (value: Entered<number> | undefined): number =>
  value === undefined || value === null || isUnreadable(value) ? 0 : value

/**
 * Counts one unit of the line with the scanned code. Several lines of one variant are filled one after the other. A code of
 * several variants counts nothing.
 */
export function countScan(code: string, lines: readonly ScannableLine[], quantities: Quantities): Scan {
  const matching = lines.filter(({ codes }) => hasCode(code, codes))
  if (matching.length === 0) return { result: 'unknown', title: code.trim() }
  if (new Set(matching.map(({ variant_id }) => variant_id)).size > 1) return { result: 'ambiguous', title: code.trim() }
  const open = matching.find(({ id, max }) => countOf(quantities[id]) < max)
  if (!open) return { result: 'complete', title: matching[0]?.title ?? '' }
  const count = countOf(quantities[open.id]) + 1
  const { title, max, id } = open
  return { result: 'counted', title, count, max, quantities: { ...quantities, [id]: count } }
}

/** Whether one of the codes is the scanned one. */
function hasCode(code: string, codes: readonly string[]): boolean {
  const wanted = normalizeCode(code)
  return wanted !== '' && codes.some((one) => normalizeCode(one) === wanted)
}

/** A UPC code of 12 digits is an EAN code of 13 digits that begins with 0. */
export function normalizeCode(code: string): string {
  const text = code.trim().toLowerCase()
  return /^\d{12}$/.test(text) ? `0${text}` : text
}
