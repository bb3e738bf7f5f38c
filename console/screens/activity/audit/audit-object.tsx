import { PageLink } from '#console/components/page-link.tsx'
import { activity } from '#console/strings/activity.ts'
import { type ObjectEntry, objectIdOf, objectNameOf, pageOf } from './object-of-entry.ts'

/** The name of the object of an action, as a link to its page. A deleted object has no page. */
export function AuditObject({ entry }: { entry: ObjectEntry }) {
  const id = objectIdOf(entry)
  if (!id) return null
  const isDeleted = entry.changes.some(({ action, ids }) => action === 'delete' && ids.includes(id))
  const name = objectNameOf(entry, id)
  if (isDeleted) return name ?? null
  return <ObjectLink id={entry.objects?.find((object) => object.id === id)?.owner_id ?? id} name={name} />
}

interface ObjectLinkProps {
  id: string
  name: string | undefined
}

/** The name of a row, as a link if it has a page. */
export function ObjectLink({ id, name }: ObjectLinkProps) {
  const words = activity.useWords()
  const page = pageOf(id)
  if (!page) return name ?? null
  return (
    <PageLink to={page} params={{ id }} size="sm">
      {name ?? words.openObject}
    </PageLink>
  )
}

/** The objects of the entries with their names, as options of a filter. */
export function objectsOf(entries: readonly ObjectEntry[]) {
  const found = entries.flatMap((entry) => {
    const id = objectIdOf(entry)
    const label = id && objectNameOf(entry, id)
    return label ? [[id, label] as const] : []
  })
  return [...new Map(found)].map(([value, label]) => ({ value, label }))
}
