import { InvalidData } from '#entities/errors.ts'

/** Limits for rows that a store caller can extend with many requests. Administrators have no such limits. */
export interface GrowthBounds {
  lines: number
  /** Maximum size of the metadata of a line, in bytes of JSON. */
  lineMetadata: number
  /** Maximum size of the metadata of an address or a customer, or of the context of a cart, in bytes of JSON. */
  metadata: number
}

export const usualGrowthBounds: GrowthBounds = { lines: 200, lineMetadata: 4096, metadata: 16_384 }

export function refuseTooManyLines(items: readonly object[], { lines }: GrowthBounds): void {
  if (items.length > lines) throw new InvalidData(`A cart must not have more than ${lines} lines`)
}

export function refuseLargeJson(field: string, value: object | null | undefined, bytes: number): void {
  if (value && Buffer.byteLength(JSON.stringify(value)) > bytes)
    throw new InvalidData(`${field} must not be larger than ${bytes} bytes`)
}
