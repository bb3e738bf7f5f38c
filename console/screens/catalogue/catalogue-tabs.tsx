import { AreaTabs } from '#console/components/area-tabs.tsx'
import { catalogue } from '#console/strings/catalogue.ts'

export function CatalogueTabs() {
  const words = catalogue.useWords()
  return (
    <AreaTabs
      label={words.catalogue}
      tabs={[
        { to: '/products', text: words.productsTab },
        { to: '/products/categories', text: words.categoriesTab },
        { to: '/products/collections', text: words.collectionsTab },
        { to: '/products/transfer', text: words.transferTab },
        { to: '/products/deleted', text: words.deletedTab },
      ]}
    />
  )
}
