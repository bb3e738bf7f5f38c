import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { EmptyState, ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { inventory } from '#console/strings/inventory.ts'
import { navigation } from '#console/strings/navigation.ts'
import { hasInventory } from './has-inventory.ts'

/** The pages of items, locations and reservations. A shop without inventory shows a sentence instead. */
export function InventoryGate() {
  const { data, error } = useQuery(trpc.admin.store.get.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return hasInventory(data.store) ? <Outlet /> : <NoInventory />
}

function NoInventory() {
  const words = inventory.useWords()
  const names = navigation.useWords()
  return (
    <Page title={names.inventory}>
      <EmptyState
        title={words.notInstalled}
        hint={words.notInstalledHint}
        action={<PageButton to="/inventory">{words.showStock}</PageButton>}
      />
    </Page>
  )
}
