import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { findNamedObjects, NAMED_RESOURCES } from '#entities/platform/audit/named-objects.ts'
import { mayRead, type Viewer } from './reach.ts'

/** A row that an entry is about, with the name that a merchant knows. Responses contain only rows that the caller may read. */
export const NamedObject = z
  .object({ id: z.string(), resource: z.string(), name: z.string(), owner_id: z.string().nullable() })
  .meta({ id: 'NamedObject' })

/** A bulk action has many rows. A list shows the first. */
const MOST_OF_ENTRY = 20

/** Adds the named rows of each entry with one statement. */
export async function fillObjects<Entry extends object>(
  viewer: Viewer & { em: EntityManager },
  entries: readonly Entry[],
  idsOf: (entry: Entry) => readonly string[],
): Promise<(Entry & { objects?: z.output<typeof NamedObject>[] })[]> {
  const shown = entries.map((entry) => ({ entry, ids: idsOf(entry).slice(0, MOST_OF_ENTRY) }))
  const ids = [...new Set(shown.flatMap((one) => one.ids))]
  if (ids.length === 0) return [...entries]
  const readable = NAMED_RESOURCES.filter((resource) => mayRead(viewer, resource))
  const named = new Map((await findNamedObjects(viewer.em, ids, readable)).map((object) => [object.id, object]))
  return shown.map(({ entry, ids }) => ({ ...entry, objects: ids.flatMap((id) => named.get(id) ?? []) }))
}
