import { Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { notifyDone } from '#console/components/notify.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { products } from '#console/strings/products.ts'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'

/** Collections, promotions and settings that were deleted in the last days, to restore them. */
export function DeletedRows() {
  const words = settings.useWords()
  const { restore: restoreText, deletedAt } = products.useWords()
  const may = useMay()
  const { data, error } = useQuery(trpc.admin.deletedRows.list.queryOptions())
  const { mutate, isPending, variables } = useMutation(
    trpc.admin.deletedRows.restore.mutationOptions({ onSuccess: () => notifyDone(words.restored) }),
  )
  return (
    <SettingsPage title={words.deletedRows}>
      <Text size="sm" c="dimmed" mb="md">
        {words.deletedRowsText}{' '}
        <PageLink to="/products/deleted" underline="always">
          {words.deletedProducts}
        </PageLink>
      </Text>
      <TableSection
        title={words.deletedRows}
        error={error}
        rows={data?.deleted_rows}
        empty={words.noDeletedRows}
        columns={[
          { key: 'title', title: words.name, cell: ({ title }) => title },
          { key: 'resource', title: words.type, cell: ({ resource }) => words[`deleted_${resource}`] },
          { key: 'deleted_at', title: deletedAt, cell: ({ deleted_at }) => <Time at={deleted_at} /> },
        ]}
        buttons={({ id, title, resource }) =>
          may('deletedRows.restore') && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${restoreText}: ${title}`}
              loading={isPending && variables.id === id}
              onClick={() => mutate({ id, resource })}
            >
              {restoreText}
            </Button>
          )
        }
      />
    </SettingsPage>
  )
}
