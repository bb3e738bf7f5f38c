/** The URL query of a list: `q`, `order` and the filters. Each value is a string or a list of strings. */
export type ListSearch = Record<string, string | string[] | undefined>

/** Whether a search text or a filter of the list is set. */
export const isRestricted = ({ order: _, columns: __, ...restricting }: ListSearch): boolean =>
  Object.values(restricting).some((value) => value !== undefined)

/** For `validateSearch` of the route of a list. */
export function listSearch(search: Record<string, unknown>): ListSearch {
  const kept: ListSearch = {}
  for (const [name, value] of Object.entries(search))
    if (Array.isArray(value)) kept[name] = value.map(String)
    else if (typeof value === 'string' && value !== '') kept[name] = value
  return kept
}

/** Parses a URL query such as `?q=ann&groups=a&groups=b`. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** The text of a search, in the order of the names of its parameters. */
export const sortedSearch = (search: Record<string, unknown>): string =>
  stringifySearch(Object.fromEntries(Object.entries(search).sort(([one], [other]) => (one < other ? -1 : 1))))

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one))
  const text = params.toString()
  return text && `?${text}`
}
