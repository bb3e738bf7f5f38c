import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { useUndoableChange } from '#console/components/action/use-undoable-change.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { ProductPicker } from '#console/components/product-picker.tsx'
import { Section } from '#console/components/section.tsx'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import { catalogue } from '#console/strings/catalogue.ts'

interface CollectionProductsProps {
  id: string
  products: readonly { id: string; title: string; thumbnail?: string | null | undefined }[]
}

/** The products of a collection, with a field that adds others. */
export function CollectionProducts({ id, products }: CollectionProductsProps) {
  const words = catalogue.useWords()
  const [chosen, setChosen] = useState<string[]>([])
  const notifyChanged = (count: number) => notifyDone(words.productsChanged(count))
  const add = useMutation(
    trpc.admin.collections.addProducts.mutationOptions({
      onSuccess: (_, { product_ids }) => {
        notifyChanged(product_ids.length)
        setChosen([])
      },
    }),
  )
  const { addProducts, removeProducts } = trpc.admin.collections
  const remove = useUndoableChange(removeProducts, addProducts, { textOf: () => words.productsChanged(1) })
  return (
    <Section title={words.products}>
      <Stack gap="sm">
        <Allowed needs="collections.addProducts">
          <Group align="flex-end">
            <ProductPicker
              label={words.addProducts}
              placeholder={words.chooseProducts}
              value={chosen}
              onChange={setChosen}
            />
            <Button
              miw="max-content"
              disabled={chosen.length === 0}
              loading={add.isPending}
              onClick={() => add.mutate({ id, product_ids: chosen })}
            >
              {words.add}
            </Button>
          </Group>
        </Allowed>
        {products.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.noProducts}
          </Text>
        )}
        {products.map(({ id: productId, title, thumbnail }) => (
          <Group key={productId} justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap" miw={0}>
              <Thumbnail url={thumbnail} />
              <PageLink to="/products/$id" params={{ id: productId }} size="sm" c="inherit" truncate>
                {title}
              </PageLink>
            </Group>
            <Allowed needs="collections.removeProducts">
              <ActionIcon
                aria-label={words.remove(title)}
                onClick={() => remove.mutate({ id, product_ids: [productId] })}
              >
                <IconX size={16} />
              </ActionIcon>
            </Allowed>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
