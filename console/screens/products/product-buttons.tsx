import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ProductRow } from './product-row.ts'
import { useProductActions } from './use-product-actions.ts'

export function ProductButtons({ product }: { product: ProductRow }) {
  const { id } = product
  const [publish, unpublish, remove] = useProductActions()
  const navigate = useNavigate()
  const isPublished = product.status === 'published'
  const toggle = isPublished ? unpublish : publish
  return (
    <>
      {remove?.isAllowed && (
        <Button
          variant="default"
          c="var(--danger)"
          onClick={async () => {
            if (await remove.run([{ id }])) await navigate({ to: '/products' })
          }}
        >
          {remove.name}
        </Button>
      )}
      {toggle?.isAllowed && (
        <Button variant={isPublished ? 'default' : 'filled'} onClick={() => toggle.run([{ id }])}>
          {toggle.name}
        </Button>
      )}
    </>
  )
}
