import type { ProductRow, VariantRow } from './product-row.ts'

/** A value of an option. New values have no stored text. */
export interface FormValue {
  id: string
  stored: string | null
  value: string
}

export interface FormOption {
  id: string
  isNew: boolean
  title: string
  values: FormValue[]
}

/** The options of a product in its form, and the changes of its variants that follow from them. */
export interface StructureValues {
  options: FormOption[]
  /** The IDs of stored and new variants that the user has removed. */
  removed: string[]
  /** Whether each combination of stored values gets a variant. */
  fillsGaps: boolean
}

export interface NamedChoice {
  option_id?: string
  option_title?: string
  value: string
}

interface KeptVariant {
  variant: VariantRow
  choices: NamedChoice[]
  /** The title that follows from the choices. Undefined for a variant with another title. */
  title: string | undefined
  hasOtherChoices: boolean
}

export interface AddedVariant {
  /** The same as long as the combination exists, also if its values are renamed. */
  id: string
  /** The IDs that its combination had without the first value of a new option. */
  earlier: string[]
  title: string
  choices: NamedChoice[]
}

export interface Structure {
  kept: KeptVariant[]
  deleted: VariantRow[]
  added: AddedVariant[]
  /** The number of combinations without a variant. */
  gaps: number
}

/** The largest number of combinations that the form offers. */
export const MAX_COMBINATIONS = 1000

export const structureValuesOf = ({ options = [] }: ProductRow): StructureValues => ({
  options: options.map(({ id, title, values = [] }) => ({
    ...{ id, title, isNew: false },
    values: [...new Set(values.map(({ value }) => value))].map((value) => ({ id: value, stored: value, value })),
  })),
  removed: [],
  fillsGaps: false,
})

type SomeValues = {
  readonly [Name in keyof StructureValues]: StructureValues[Name] | Readonly<StructureValues[Name]>
}

/** The variants that the product keeps, loses and gets. A variant without its value is deleted, and so is a second equal one. */
export function structureOf(
  { variants = [] }: Pick<ProductRow, 'variants'>,
  { options, removed, fillsGaps }: SomeValues,
): Structure {
  const found: Structure = { kept: [], deleted: [], added: [], gaps: 0 }
  const known = new Set<string>()
  const unwanted = new Set(removed)
  for (const variant of variants) {
    const values = options.map((option) => entryOf(variant, option))
    const id = idOf(values)
    const isRemoved = removed.includes(variant.id)
    if (isRemoved) unwanted.add(id)
    const isKept = !isRemoved && options.every(({ isNew }, at) => isNew || values[at]) && !known.has(id)
    if (!isKept) {
      found.deleted.push(variant)
      continue
    }
    known.add(id)
    found.kept.push(keptVariant(variant, options, values))
  }
  for (const values of combinationsOf(options)) {
    const id = idOf(values)
    if (known.has(id)) continue
    const isWanted = fillsGaps || values.some((value, at) => isNewValue(value, options[at]))
    if (isWanted && !unwanted.has(id))
      found.added.push({
        ...{ id, earlier: earlierIds(options, values), title: titleOf(values) },
        choices: choicesOf(options, values),
      })
    else found.gaps++
  }
  return found
}

/** A stored variant gets the first value of a new option. */
const entryOf = (variant: VariantRow, { id, isNew, values }: FormOption): FormValue | undefined =>
  isNew ? values[0] : values.find(({ stored }) => stored !== null && stored === storedChoice(variant, id))

const storedChoice = ({ options }: VariantRow, id: string) => options?.find(({ option_id }) => option_id === id)?.value

const isNewValue = (value: FormValue | undefined, option: FormOption | undefined): boolean =>
  option?.isNew ? value !== option.values[0] : value?.stored === null

function keptVariant(
  variant: VariantRow,
  options: readonly FormOption[],
  values: readonly (FormValue | undefined)[],
): KeptVariant {
  const stored = options.flatMap(({ id, isNew }) => (isNew ? [] : (storedChoice(variant, id) ?? [])))
  const hasOtherChoices = options.some(({ isNew }, at) => isNew || values[at]?.value !== values[at]?.stored)
  const isNamedByChoices = variant.title === stored.join(' / ') || options.every(({ isNew }) => isNew)
  return {
    ...{ variant, hasOtherChoices },
    choices: choicesOf(options, values),
    title: hasOtherChoices && isNamedByChoices ? titleOf(values) || undefined : undefined,
  }
}

const choicesOf = (options: readonly FormOption[], values: readonly (FormValue | undefined)[]): NamedChoice[] =>
  options.map(({ id, isNew, title }, at) => ({
    ...(isNew ? { option_title: title.trim() } : { option_id: id }),
    value: values[at]?.value.trim() ?? '',
  }))

const titleOf = (values: readonly (FormValue | undefined)[]): string =>
  values.flatMap((value) => value?.value.trim() || []).join(' / ')

/** A dot would separate the parts of a path. */
const idOf = (values: readonly (FormValue | undefined)[]): string =>
  `+${encodeURIComponent(JSON.stringify(values.flatMap((value) => value?.id ?? []))).replaceAll('.', '%2E')}`

const earlierIds = (options: readonly FormOption[], values: readonly (FormValue | undefined)[]): string[] =>
  options.flatMap(({ isNew, values: [first] }, at) =>
    isNew && first && values[at] === first ? [idOf(values.with(at, undefined))] : [],
  )

type SizedOption = { isNew: boolean; values: readonly unknown[] }

const countCombinations = (options: readonly SizedOption[]): number =>
  options.every(({ values }) => values.length === 0)
    ? 0
    : options.reduce((count, { isNew, values }) => count * (values.length || Number(isNew)), 1)

/** Whether the form cannot offer the combinations of the values. Their new variants are then unknown. */
export const isTooLarge = (options: readonly SizedOption[]): boolean => countCombinations(options) > MAX_COMBINATIONS

/** Empty beyond the limit. A new option without values changes nothing yet. */
function combinationsOf(options: readonly FormOption[]): (FormValue | undefined)[][] {
  if (countCombinations(options) === 0 || isTooLarge(options)) return []
  return options.reduce<(FormValue | undefined)[][]>(
    (rows, { values }) => rows.flatMap((row) => (values.length ? values : [undefined]).map((one) => [...row, one])),
    [[]],
  )
}

/** The input for the options that differ. */
export function optionInputs({ options: stored = [] }: ProductRow, options: readonly FormOption[]) {
  const changed = changedOptions(stored, options).map(({ id, isNew, title }) => (isNew ? { title } : { id, title }))
  const deleted = stored.flatMap(({ id }) => (options.some((option) => option.id === id) ? [] : [id]))
  return {
    ...(changed.length > 0 ? { option_changes: changed } : {}),
    ...(deleted.length > 0 ? { deleted_option_ids: deleted } : {}),
  }
}

export const changedOptions = (stored: readonly { id: string; title: string }[], options: readonly FormOption[]) =>
  options.filter(({ id, isNew, title }) => isNew || stored.find((option) => option.id === id)?.title !== title)
