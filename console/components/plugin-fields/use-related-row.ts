import { useQuery } from '@tanstack/react-query'
import { useMay } from '#console/app/permissions.ts'
import { relationSourceOf } from './relation-source.ts'

/** The name and the page of the row of a relation. Undefined if the user may not see it, or it has no page. */
export function useRelatedRow(table: string | null, id: string | null) {
  const may = useMay()
  const source = relationSourceOf(table)
  const { data } = useQuery({
    queryKey: ['related row', table, id],
    queryFn: () => (source && id !== null ? source.find(id) : null),
    enabled: source !== undefined && id !== null && may(source.needs),
  })
  return data ?? undefined
}
