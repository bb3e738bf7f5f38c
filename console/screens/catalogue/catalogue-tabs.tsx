import { AreaTabs } from '#console/components/area-tabs.tsx'
import { catalogue } from '#console/strings/catalogue.ts'
import { useStrings } from '#console/strings/define-strings.ts'

export function CatalogueTabs() {
  const words = useStrings(catalogue)
  return (
    <AreaTabs
      label={words.catalogue}
      tabs={[
        { to: '/products', text: words.productsTab },
        { to: '/products/categories', text: words.categoriesTab },
        { to: '/products/collections', text: words.collectionsTab },
        { to: '/products/transfer', text: words.transferTab },
      ]}
    />
  )
}
