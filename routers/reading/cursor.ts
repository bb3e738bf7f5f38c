import { createHash } from 'node:crypto'
import { isRaw } from '@mikro-orm/postgresql'
import type { Sorting } from '#database/read/find-keys.ts'
import type { Position } from '#database/read/find-positions.ts'
import { InvalidData } from '#entities/errors.ts'

/*
 * Pages by cursor, for tRPC only. A cursor contains the position of the last row, so that concurrent changes do not
 * move rows between pages.
 */

export interface CursorParams {
  cursor?: string | null | undefined
  direction?: 'forward' | undefined
  with_count?: boolean | undefined
}

export const isCursorPage = ({ cursor, direction }: CursorParams): boolean =>
  cursor !== undefined || direction !== undefined

interface CursorPageInput extends CursorParams {
  limit: number
  offset: number
}

export interface CursorCodec {
  write(last: Position): string
  /** @throws InvalidData if the cursor belongs to another list. */
  read(input: CursorPageInput): Position | undefined
}

/**
 * Creates the cursors of the list that its order and `list` identify. The checksum detects cursors of other lists. Only `list` of an
 * API key has a secret: a forged cursor of another caller shows only rows of the same list.
 */
export function createCursorCodec(sorting: Sorting, list: readonly unknown[]): CursorCodec {
  const { path, direction, language } = sorting
  const order = [path, direction, ...(language === undefined ? [] : [language])]
  const listText = JSON.stringify([...order, ...list], expandRawQuery)
  const checksumOf = (position: string) =>
    createHash('sha256').update(listText).update(position).digest('base64url').slice(0, 16)
  return {
    write({ value, key }) {
      const position = Buffer.from(JSON.stringify([value, key])).toString('base64url')
      return `${position}.${checksumOf(position)}`
    },
    read({ cursor, limit, offset }) {
      if (limit < 1) throw new InvalidData('limit must not be less than 1')
      if (offset !== 0) throw new InvalidData('offset cannot be combined with cursor')
      if (cursor === undefined || cursor === null) return undefined
      const [encoded = '', checksum] = cursor.split('.')
      const position = checksum === checksumOf(encoded) ? parsePosition(encoded, sorting.column.runtimeType) : undefined
      if (!position)
        throw new InvalidData(
          'cursor is not valid for this list. Use a next_cursor with the filters and order of the request that returned it.',
        )
      return position
    },
  }
}

/** Returns the SQL and the parameters of a raw query, because `toJSON` of a raw query omits both. */
function expandRawQuery(this: Record<string, unknown>, name: string, json: unknown): unknown {
  const value = this[name]
  return isRaw(value) ? [value.sql, value.params] : json
}

function parsePosition(encoded: string, type: string): Position | undefined {
  try {
    const [text, key] = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    const value = type === 'Date' && typeof text === 'string' ? new Date(text) : text
    const isValue = value === null || (value instanceof Date ? !Number.isNaN(value.getTime()) : typeof value === type)
    return isValue && typeof key === 'string' ? { value, key } : undefined
  } catch {
    return undefined
  }
}
