import { InvalidData } from '#entities/errors.ts'

/** Limits of one row that callers of the store extend by many requests. Administrators have no such limits. */
export interface GrowthBounds {
  /** Lines of one cart. */
  lines: number
  /** Bytes of JSON in the metadata of one line. */
  lineMetadata: number
  /** Bytes of JSON in the metadata of an address or a customer, and in the context of a cart. */
  metadata: number
}

export const usualGrowthBounds: GrowthBounds = { lines: 200, lineMetadata: 4096, metadata: 16_384 }

/** @throws InvalidData if a cart has more lines than `lines`. */
export function refuseTooManyLines(items: readonly object[], { lines }: GrowthBounds): void {
  if (items.length > lines) throw new InvalidData(`A cart must not have more than ${lines} lines`)
}

/** @throws InvalidData if `value` takes more than `bytes` as JSON. */
export function refuseLargeJson(field: string, value: object | null | undefined, bytes: number): void {
  if (value && Buffer.byteLength(JSON.stringify(value)) > bytes)
    throw new InvalidData(`${field} must not be larger than ${bytes} bytes`)
}
