import { createHash } from 'node:crypto'
import { isRaw } from '@mikro-orm/postgresql'
import { z } from 'zod'
import type { Position, Sorting } from '#database/read/positions.ts'
import { InvalidData } from '#entities/errors.ts'
import { trpcOnly } from '../inputs/trpc-only.ts'

/*
 * Pages of a list one behind the other, over tRPC: `next_cursor` of a page is `cursor` of the next. A cursor tells where
 * the last row stood, so that rows which come and go meanwhile leave none out and show none twice.
 */

/** What a list over tRPC takes beside `limit`. The first page has no cursor, and says `cursor: null`. */
export const cursorParams = {
  cursor: trpcOnly('cursor', z.string().nullable()),
  /** What `useInfiniteQuery` sends with every page. */
  direction: trpcOnly('direction', z.literal('forward')),
  /** Whether all rows are counted, which takes the longer the more there are. */
  with_count: trpcOnly('with_count', z.boolean()),
}

export interface CursorParams {
  cursor?: string | null | undefined
  direction?: 'forward' | undefined
  with_count?: boolean | undefined
}

/** Who does not ask so is shown pages by `offset`, and how many rows there are. */
export const isCursorPage = ({ cursor, direction }: CursorParams): boolean =>
  cursor !== undefined || direction !== undefined

interface CursorPageInput extends CursorParams {
  limit: number
  offset: number
}

interface CursorCodec {
  write(last: Position): string
  /** @throws InvalidData for what is no cursor of this list. */
  read(asked: CursorPageInput): Position | undefined
}

/**
 * The cursors of one list: `list` is what makes it another. The sum in a cursor is no secret: it tells mistakes, and who
 * puts a cursor together sees no rows but those of the list.
 */
export function createCursorCodec(sorting: Sorting, list: readonly unknown[]): CursorCodec {
  const listed = JSON.stringify(list, expandRawQuery)
  const sum = (place: string) => createHash('sha256').update(listed).update(place).digest('base64url').slice(0, 16)
  return {
    write({ value, key }) {
      const place = Buffer.from(JSON.stringify([value, key])).toString('base64url')
      return `${place}.${sum(place)}`
    },
    read({ cursor, limit, offset }) {
      if (limit < 1) throw new InvalidData('limit must not be less than 1')
      if (offset !== 0) throw new InvalidData('offset does not go with a cursor')
      if (cursor === undefined || cursor === null) return undefined
      const [place = '', given] = cursor.split('.')
      const position = given === sum(place) ? parsePosition(place, sorting.column.runtimeType) : undefined
      if (!position) throw new InvalidData('cursor is not one of this list')
      return position
    },
  }
}

/** The text and the parameters of what is written by hand; it says less of itself. */
function expandRawQuery(this: Record<string, unknown>, name: string, told: unknown): unknown {
  const value = this[name]
  return isRaw(value) ? [value.sql, value.params] : told
}

function parsePosition(place: string, type: string): Position | undefined {
  try {
    const [told, key] = JSON.parse(Buffer.from(place, 'base64url').toString())
    const value = type === 'Date' && typeof told === 'string' ? new Date(told) : told
    const isValue = value === null || (value instanceof Date ? !Number.isNaN(value.getTime()) : typeof value === type)
    return isValue && typeof key === 'string' ? { value, key } : undefined
  } catch {
    return undefined
  }
}
