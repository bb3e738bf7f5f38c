import { Group } from '@mantine/core'
import { PageButton } from '#console/components/page-link.tsx'
import { products } from '#console/strings/products.ts'

/** The ways to the first product of an empty shop. */
export function FirstProductButtons() {
  const words = products.useWords()
  return (
    <Group>
      <PageButton to="/products/transfer" search={{ data: 'products' }}>
        {words.importProducts}
      </PageButton>
      <PageButton to="/products/new" variant="default">
        {words.newProduct}
      </PageButton>
    </Group>
  )
}
