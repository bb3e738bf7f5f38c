import { z } from 'zod'

const SORTS = ['newest', 'oldest', 'titleAscending', 'titleDescending'] as const

/** The orders of a list in the API. */
export const ORDERS = {
  newest: '-created_at',
  oldest: 'created_at',
  titleAscending: 'title',
  titleDescending: '-title',
} as const satisfies Record<(typeof SORTS)[number], string>

const text = z.string().max(200)
const texts = z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(text).max(50)).catch([])

/** The query of a list. An unreadable part counts as missing, because a visitor may edit the address. */
export const listQuery = z.object({
  q: text.trim().catch(''),
  sort: z.enum(SORTS).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
  collection: texts,
  type: texts,
  tag: texts,
  option: z.record(z.string().max(100), texts).catch({}),
  min: text.catch(''),
  max: text.catch(''),
})

export type ListQuery = z.output<typeof listQuery>

export const isFiltered = ({ collection, type, tag, option, min, max }: ListQuery): boolean =>
  [collection, type, tag, ...Object.values(option)].some(({ length }) => length > 0) || min !== '' || max !== ''

/** The address of the same list with another page. */
export function pageAddress(url: URL, number: number, name = 'page'): string {
  const query = new URLSearchParams(url.search)
  if (number === 1) query.delete(name)
  else query.set(name, String(number))
  const text = query.toString()
  return text ? `${url.pathname}?${text}` : url.pathname
}
