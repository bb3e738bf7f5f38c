import { Page } from '#console/components/page.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { navigation } from '#console/strings/navigation.ts'

export function PriceLists() {
  const names = useStrings(navigation)
  return <Page title={names.priceLists} />
}
