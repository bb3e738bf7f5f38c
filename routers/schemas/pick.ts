import { z } from 'zod'
import { type Resource, relatedResource } from './resource.ts'
import { markShown } from './show.ts'

type Row = Record<string, unknown>

/** What a resource names. */
interface Names {
  /** Of each property the resource of its rows, where it has any. */
  names: readonly (readonly [name: string, related: Resource | undefined])[]
  /** What is always there, without values: a copy of it need not grow with each property, which made a tenth of all garbage. */
  blank: Row
}

/**
 * A row as plain data: of all that it holds what its resource names, and of the rows in it what theirs do. Unlike `show`
 * it takes no selection: whoever put the row together has chosen.
 */
export function pick<Shown>(resource: Resource, row: object): Shown {
  return markShown(pickRow(resource, row as Row)) as Shown
}

function pickRow(resource: Resource, row: Row): Row {
  const { names, blank } = namesOf(resource)
  const picked = { ...blank }
  for (const [name, related] of names) {
    const value = row[name]
    if (value !== undefined) picked[name] = related && value !== null ? pickRelated(related, value) : value
    else if (name in blank) delete picked[name]
  }
  return picked
}

const pickRelated = (related: Resource, value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => pickRow(related, one)) : pickRow(related, value as Row)

const known = new WeakMap<Resource, Names>()

function namesOf(resource: Resource): Names {
  const found = known.get(resource)
  if (found) return found
  const names = Object.entries(resource.shape).map(
    ([name, property]) => [name, relatedResource(property as never)] as const,
  )
  const always = names.filter(([name]) => !(resource.shape[name] instanceof z.ZodOptional))
  const made = { names, blank: Object.fromEntries(always.map(([name]) => [name, undefined])) }
  known.set(resource, made)
  return made
}
