import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { notifyDone } from '#console/components/notify.ts'
import { MenuButton } from '#console/components/popup/menu-button.tsx'
import { common } from '#console/strings/common.ts'
import { products } from '#console/strings/products.ts'
import type { ProductRow } from './product-row.ts'
import { useProductActions } from './use-product-actions.ts'

export function ProductButtons({ product }: { product: ProductRow }) {
  const words = products.useWords()
  const { more } = common.useWords()
  const { publish, unpublish, archive, unarchive, remove } = useProductActions()
  const may = useMay()
  const navigate = useNavigate()
  const duplicate = useMutation(
    trpc.admin.products.duplicate.mutationOptions({
      onSuccess: async (copy) => {
        notifyDone(words.duplicated)
        await navigate({ to: '/products/$id', params: { id: copy.product.id } })
      },
    }),
  )
  const { id, status, archived_at } = product
  const row = { id, status, archived_at }
  const isPublished = status === 'published'
  const toggle = isPublished ? unpublish : publish
  const shelve = archived_at ? unarchive : archive
  const items = [
    may('products.duplicate') && {
      text: words.duplicate,
      onClick: () => duplicate.mutate({ product_id: id, title: words.copyOf(product.title) }),
    },
    shelve.isAllowed && { text: shelve.name, onClick: () => void shelve.run([row]) },
    remove.isAllowed && {
      text: remove.name,
      isDangerous: true,
      onClick: async () => {
        if (await remove.run([row])) await navigate({ to: '/products' })
      },
    },
  ].filter((item) => typeof item === 'object')
  return (
    <>
      {items.length > 0 && (
        <MenuButton
          button={(parts) => (
            <Button {...parts} variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              {more}
            </Button>
          )}
          items={items}
        />
      )}
      {toggle.isAllowed && (
        <Button variant={isPublished ? 'default' : 'filled'} onClick={() => toggle.run([row])}>
          {toggle.name}
        </Button>
      )}
    </>
  )
}
