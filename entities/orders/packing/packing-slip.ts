import type { PackingLanguage } from './packing-words.ts'

/** Goods of an order, a claim or an exchange, as a packing slip lists them. */
export interface PackedLine {
  line_id: string
  variant_id: string | null
  title: string
  description: string | null
  sku: string | null
  barcode: string | null
  thumbnail: string | null
  quantity: number
  ordered_quantity: number
  /** The names of the locations with the reserved units. Empty if the shop counts no stock by location. */
  locations: string[]
}

/** The goods of a fulfillment, or the goods of an order that are not shipped. It has no prices. */
export interface PackingSlip {
  /** The ID of the order or the fulfillment. */
  id: string
  order_id: string
  display_id: number
  created_at: Date
  /** The language of the customer, if the documents have it. */
  language: PackingLanguage
  /** The lines of the address, with the country in the language of the slip. */
  ship_to: string[]
  shipping: string | null
  lines: PackedLine[]
}

export const SKIPPED_REASONS = ['canceled', 'nothing_to_send'] as const

/** An order or a fulfillment without a packing slip. */
export interface SkippedParcel {
  id: string
  order_id: string
  display_id: number
  reason: (typeof SKIPPED_REASONS)[number]
}
