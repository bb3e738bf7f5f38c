interface Option {
  value: string
  label: string
}

interface PlainFilter<Kind extends string> {
  kind: Kind
  name: string
  label: string
}

/** The URL query has one parameter for each filter. Dates and numbers have two: `name_from` and `name_until`. */
export type Filter =
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | PlainFilter<'flag'>
  | PlainFilter<'text'>
  | PlainFilter<'dates'>
  | PlainFilter<'numbers'>

/** A filter with a choice of values. The options are undefined while they load. */
export const choiceFilter = (name: string, label: string, options: readonly Option[] = []): Filter => ({
  kind: 'choice',
  name,
  label,
  options,
})

/** The rows of another table as options. */
export const namedOptions = (rows: readonly { id: string; name: string }[] | undefined): Option[] =>
  rows?.map(({ id, name }) => ({ value: id, label: name })) ?? []

export const partsOf = ({ kind, name }: Filter): string[] =>
  kind === 'dates' || kind === 'numbers' ? [`${name}_from`, `${name}_until`] : [name]
