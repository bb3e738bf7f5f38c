import { AreaTabs } from '#console/components/area-tabs.tsx'
import { customers } from '#console/strings/customers.ts'
import { navigation } from '#console/strings/navigation.ts'

export function CustomerTabs() {
  const words = customers.useWords()
  const names = navigation.useWords()
  return (
    <AreaTabs
      label={names.customers}
      tabs={[
        { to: '/customers', text: names.customers },
        { to: '/customers/groups', text: words.groups },
      ]}
    />
  )
}
