import { AreaTabs } from '#console/components/area-tabs.tsx'
import { inventory } from '#console/strings/inventory.ts'
import { navigation } from '#console/strings/navigation.ts'

export function InventoryTabs() {
  const words = inventory.useWords()
  const names = navigation.useWords()
  return (
    <AreaTabs
      label={names.inventory}
      tabs={[
        { to: '/inventory', text: words.items },
        { to: '/inventory/locations', text: words.locations },
        { to: '/inventory/reservations', text: words.reservations },
      ]}
    />
  )
}
