import { type Resource, relatedResource, storedAs } from './resource.ts'
import { markShown } from './show.ts'

type Row = Record<string, unknown>

/** What a resource names: of each property what the row calls it, and the resource of its rows, where it has any. */
type Names = readonly (readonly [name: string, stored: string, related: Resource | undefined])[]

/**
 * A row as plain data: of all that it holds what its resource names, and of the rows in it what theirs do. Unlike `show`
 * it takes no selection: whoever put the row together has chosen.
 */
export function pick<Shown>(resource: Resource, row: object): Shown {
  return markShown(pickRow(resource, row as Row)) as Shown
}

function pickRow(resource: Resource, row: Row): Row {
  const picked: Row = {}
  for (const [name, stored, related] of namesOf(resource)) {
    const value = row[stored]
    if (value === undefined) continue
    const shown = related && value !== null ? pickRelated(related, value) : value
    picked[name] = stored === name ? shown : [shown ?? []].flat()
  }
  return picked
}

const pickRelated = (related: Resource, value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => pickRow(related, one)) : pickRow(related, value as Row)

const known = new WeakMap<Resource, Names>()

function namesOf(resource: Resource): Names {
  const names =
    known.get(resource) ??
    Object.entries(resource.shape).map(
      ([name, property]) => [name, storedAs(property as never) ?? name, relatedResource(property as never)] as const,
    )
  known.set(resource, names)
  return names
}
