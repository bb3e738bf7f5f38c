import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { importMapping } from '#console/strings/import-mapping.ts'
import { DeleteRow } from '../settings/delete-row.tsx'

type Mapping = RouterOutputs['admin']['batchJobs']['listMappings']['import_mappings'][number]

/** The tables whose columns the shop remembers.. */
export function KnownTables() {
  const words = importMapping.useWords()
  const { data, error } = useQuery(trpc.admin.batchJobs.listMappings.queryOptions())
  if (data?.import_mappings.length === 0) return null
  const countOf = ({ columns }: Mapping) => Object.values(columns).filter((field) => field !== null).length
  return (
    <TableSection
      title={words.saved}
      error={error}
      rows={data?.import_mappings}
      empty=""
      columns={[
        { key: 'name', title: words.name, cell: ({ name }) => name },
        { key: 'columns', title: words.column, cell: (mapping) => words.columnsUsed(countOf(mapping)) },
      ]}
      buttons={({ id, name }) => (
        <DeleteRow
          procedure={trpc.admin.batchJobs.deleteMapping}
          input={{ id }}
          name={name}
          text={words.deleteText}
          restorable={{ resource: 'import_mapping', id }}
          onDone={() => queryClient.invalidateQueries(trpc.admin.batchJobs.listMappings.pathFilter())}
        />
      )}
    />
  )
}
