import { Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DeletedTable } from '#console/components/deleted-table.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { Page } from '#console/components/page.tsx'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { products } from '#console/strings/products.ts'
import { CatalogueTabs } from '../catalogue/catalogue-tabs.tsx'

/** The products that were deleted in the last days, to restore them. */
export function DeletedProducts() {
  const words = products.useWords()
  const names = navigation.useWords()
  const { data, error } = useQuery(trpc.admin.products.listDeleted.queryOptions())
  const { mutate, isPending, variables } = useMutation(
    trpc.admin.products.restore.mutationOptions({ onSuccess: () => notifyDone(words.restored) }),
  )
  return (
    <Page title={names.products}>
      <CatalogueTabs />
      <DeletedTable
        title={words.deletedAt}
        hint={words.deletedHint}
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
        ]}
        needs="products.restore"
        busyId={isPending ? variables.id : undefined}
        onRestore={({ id }) => mutate({ id })}
      />
    </Page>
  )
}
