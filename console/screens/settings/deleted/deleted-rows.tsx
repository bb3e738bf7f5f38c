import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DeletedTable } from '#console/components/deleted-table.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { useRestoreRow } from '#console/components/use-undoable-deletion.ts'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'

/** Rows of all kinds that were deleted in the last days, without products. */
export function DeletedRows() {
  const words = settings.useWords()
  const { data, error } = useQuery(trpc.admin.deletedRows.list.queryOptions())
  const { mutate, isPending, variables } = useRestoreRow()
  return (
    <SettingsPage title={words.deletedRows}>
      <DeletedTable
        title={words.deletedRows}
        hint={
          <>
            {words.deletedRowsText}{' '}
            <PageLink to="/products/deleted" underline="always">
              {words.deletedProducts}
            </PageLink>
          </>
        }
        error={error}
        rows={data?.deleted_rows}
        empty={words.noDeletedRows}
        columns={[
          { key: 'title', title: words.name, cell: ({ title }) => title },
          { key: 'resource', title: words.type, cell: ({ resource }) => words[`deleted_${resource}`] },
        ]}
        needs="deletedRows.restore"
        busyId={isPending ? variables.id : undefined}
        onRestore={({ id, resource }) => mutate({ id, resource })}
      />
    </SettingsPage>
  )
}
