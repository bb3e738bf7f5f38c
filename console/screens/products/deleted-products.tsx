import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { notifyDone } from '#console/components/notify.ts'
import { Page } from '#console/components/page.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import { Time } from '#console/components/time.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { products } from '#console/strings/products.ts'
import { CatalogueTabs } from '../catalogue/catalogue-tabs.tsx'

/** The products that were deleted in the last days, to restore them. */
export function DeletedProducts() {
  const words = products.useWords()
  const names = navigation.useWords()
  const may = useMay()
  const { data, error } = useQuery(trpc.admin.products.listDeleted.queryOptions())
  const { mutate, isPending, variables } = useMutation(
    trpc.admin.products.restore.mutationOptions({ onSuccess: () => notifyDone(words.restored) }),
  )
  return (
    <Page title={names.products}>
      <CatalogueTabs />
      <Text size="sm" c="dimmed" mb="md">
        {words.deletedHint}
      </Text>
      <TableSection
        title={words.deletedAt}
        error={error}
        rows={data?.products}
        empty={words.noDeleted}
        columns={[
          {
            key: 'title',
            title: words.product,
            cell: ({ title, thumbnail }) => (
              <Group gap="sm" wrap="nowrap">
                <Thumbnail url={thumbnail} />
                {title}
              </Group>
            ),
          },
          {
            key: 'variants',
            title: words.variants,
            cell: ({ variant_count }) => words.variantCount(variant_count),
            isWideOnly: true,
          },
          { key: 'deleted_at', title: words.deletedAt, cell: ({ deleted_at }) => <Time at={deleted_at} /> },
        ]}
        buttons={({ id, title }) =>
          may('products.restore') && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${words.restore}: ${title}`}
              loading={isPending && variables.id === id}
              onClick={() => mutate({ id })}
            >
              {words.restore}
            </Button>
          )
        }
      />
    </Page>
  )
}
