import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { Page } from '#console/components/page.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { ItemForm } from './item-form.tsx'
import { ItemLevels } from './item-levels.tsx'
import { useItemNames } from './use-item-names.ts'

const itemRoute = getRouteApi('/shell/with-inventory/inventory/items/$id')

export function ItemPage() {
  const names = navigation.useWords()
  const { id } = itemRoute.useParams()
  const { data, error } = useQuery(trpc.admin.inventoryItems.get.queryOptions({ id }))
  const name = useItemNames([id])(id)
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data || name === undefined) return <LoadingPage />
  const { inventory_item: item } = data
  return (
    <Page title={name} subtitle={item.sku} back={{ to: '/inventory', text: names.inventory }} width="detail">
      <Stack gap="lg">
        <ItemLevels item={item} />
        <ItemForm key={id} item={item} />
      </Stack>
    </Page>
  )
}
