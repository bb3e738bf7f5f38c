import { PageLink } from '../page-link.tsx'
import { useRelatedRow } from './use-related-row.ts'

/** The name of the row of a relation as a link to its page, or its ID. */
export function RelationLink({ table, id }: { table: string | null; id: string }) {
  const row = useRelatedRow(table, id)
  return row ? (
    <PageLink to={row.path} inherit>
      {row.name}
    </PageLink>
  ) : (
    <>{id}</>
  )
}
