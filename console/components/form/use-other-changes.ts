import { useEffect, useRef, useState } from 'react'
import { isUnreadable } from './entered.ts'

/** Changes of a row that were made elsewhere while the user edits it. */
export interface OtherChanges {
  /** The paths of the changed fields. */
  fields: string[]
  /** The new values of the fields that the user has changed too. */
  disputed: Readonly<Record<string, unknown>>
  takeTheirs(): void
  keepOwn(): void
}

/** The part of a form of Mantine that a merge needs. */
interface MergedForm<Values extends object> {
  getValues(): Values
  isDirty(): boolean
  setInitialValues(values: Values): void
  setValues(values: Values): void
  setFieldValue(path: string, value: unknown): void
}

interface Editing<Values extends object> {
  /** The latest values of the row. */
  values: Values
  isSaving: boolean
  /** Whether the values are from before the last save. */
  isOutdated(): boolean
}

export interface OtherChangesState<Values extends object> {
  changes: OtherChanges | undefined
  /** The values that the edit started from. */
  base(): Values
  /** Sets the values that the edit starts from. */
  rebase(values: Values): void
}

/**
 * Merges new values of the row into a form. A field that the user has not changed takes the new value. The user decides
 * about the others.
 */
export function useOtherChanges<Values extends object>(
  form: MergedForm<Values>,
  { values, isSaving, isOutdated }: Editing<Values>,
): OtherChangesState<Values> {
  const base = useRef(values)
  const [found, setFound] = useState<Pick<OtherChanges, 'fields' | 'disputed'>>()
  const latest = JSON.stringify(values)
  const merged = useRef(latest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each content of the values
  useEffect(() => {
    const [theirs, start, own] = [fieldsOf(values), fieldsOf(base.current), fieldsOf(form.getValues())]
    const paths = [...new Set([...Object.keys(theirs), ...Object.keys(start)])]
    const changed = paths.filter((path) => !isSame(theirs[path], start[path]))
    if (isSaving) return
    const isKnown = merged.current === latest
    merged.current = latest
    if (changed.length === 0 || (isKnown && isOutdated())) return
    const isDirty = form.isDirty()
    const isUntouched = (path: string) => !isDirty || isSame(own[path], start[path])
    const disputed = changed.filter((path) => !isUntouched(path) && !isSame(own[path], theirs[path]))
    base.current = values
    form.setInitialValues(values)
    form.setValues(isDirty ? mergeValues(values, start, own) : values)
    if (isDirty)
      setFound({ fields: changed, disputed: Object.fromEntries(disputed.map((path) => [path, theirs[path]])) })
  }, [latest, isSaving])
  const keepOwn = () => setFound(undefined)
  const takeTheirs = () => {
    for (const [path, value] of Object.entries(found?.disputed ?? {})) form.setFieldValue(path, value)
    keepOwn()
  }
  return {
    changes: found && form.isDirty() ? { ...found, takeTheirs, keepOwn } : undefined,
    base: () => base.current,
    rebase: (start) => {
      base.current = start
      setFound(undefined)
    },
  }
}

/**
 * The new values of the row with each value that the user has changed. A removed group, such as the row of a
 * deleted variant, is removed from the form too.
 */
function mergeValues<Values extends object>(values: Values, start: Fields, own: Fields, path = ''): Values {
  const merged = Object.entries(values).map(([name, theirs]) => {
    const at = path + name
    if (isGroup(theirs)) return [name, mergeValues(theirs, start, own, `${at}.`)]
    return [name, at in own && !isSame(own[at], start[at]) ? own[at] : theirs]
  })
  return Object.assign({}, values, Object.fromEntries([...merged, ...addedValues(values, start, own, path)]))
}

/** Values that only the form has, such as a price in another currency. */
function addedValues(values: object, start: Fields, own: Fields, path: string): [string, unknown][] {
  return [...addedLeaves(values, start, own, path), ...addedGroups(values, start, own, path)]
}

/** A group that the user has added, such as the row of a new variant. A group of the start was removed by another user. */
function addedGroups(values: object, start: Fields, own: Fields, path: string): [string, object][] {
  const isNested = (at: string) => at.startsWith(path) && at.slice(path.length).includes('.')
  const names = new Set(
    Object.keys(own).flatMap((at) => (isNested(at) ? [at.slice(path.length).split('.')[0] ?? ''] : [])),
  )
  const isIn = (fields: Fields, name: string) => Object.keys(fields).some((at) => at.startsWith(`${path}${name}.`))
  return [...names]
    .filter((name) => !(name in values) && !isIn(start, name))
    .map((name) => [name, mergeValues({}, start, own, `${path}${name}.`)])
}

function addedLeaves(values: object, start: Fields, own: Fields, path: string): [string, unknown][] {
  return Object.entries(own).flatMap(([at, value]): [string, unknown][] => {
    const name = at.slice(path.length)
    const isNew = at.startsWith(path) && !name.includes('.') && !(name in values)
    return isNew && !isSame(value, start[at]) ? [[name, value]] : []
  })
}

type Fields = Record<string, unknown>

/** The values by their paths, such as `title` or `rows.variant_1.sku`. */
function fieldsOf(values: object, path = ''): Fields {
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    isGroup(value) ? Object.entries(fieldsOf(value, `${path}${name}.`)) : [[path + name, value]],
  )
  return Object.fromEntries(entries)
}

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !isUnreadable(value) &&
  Object.getPrototypeOf(value) === Object.prototype

/** A missing value is an empty one. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
