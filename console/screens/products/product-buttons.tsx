import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { notifyDone } from '#console/components/notify.ts'
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
  const mayDuplicate = may('products.duplicate')
  return (
    <>
      {(mayDuplicate || shelve.isAllowed || remove.isAllowed) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} />}>
              {more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayDuplicate && (
              <Menu.Item onClick={() => duplicate.mutate({ product_id: id, title: words.copyOf(product.title) })}>
                {words.duplicate}
              </Menu.Item>
            )}
            {shelve.isAllowed && <Menu.Item onClick={() => void shelve.run([row])}>{shelve.name}</Menu.Item>}
            {remove.isAllowed && (
              <Menu.Item
                c="var(--danger)"
                onClick={async () => {
                  if (await remove.run([row])) await navigate({ to: '/products' })
                }}
              >
                {remove.name}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {toggle.isAllowed && (
        <Button variant={isPublished ? 'default' : 'filled'} onClick={() => toggle.run([row])}>
          {toggle.name}
        </Button>
      )}
    </>
  )
}
