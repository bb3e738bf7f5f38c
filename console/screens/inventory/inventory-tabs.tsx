import { AreaTabs } from '#console/components/area-tabs.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { inventory } from '#console/strings/inventory.ts'
import { navigation } from '#console/strings/navigation.ts'

export function InventoryTabs() {
  const words = useStrings(inventory)
  const names = useStrings(navigation)
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
