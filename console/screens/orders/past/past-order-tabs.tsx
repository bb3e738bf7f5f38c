import { AreaTabs } from '#console/components/area-tabs.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { pastOrders } from '#console/strings/past-orders.ts'

export function PastOrderTabs() {
  const words = pastOrders.useWords()
  const names = navigation.useWords()
  return (
    <AreaTabs
      label={names.orders}
      tabs={[
        { to: '/orders', text: words.placedTab },
        { to: '/orders/past', text: words.title },
      ]}
    />
  )
}
