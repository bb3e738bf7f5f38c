import { Autocomplete, MultiSelect, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import { useOrganizationOptions } from './organization-options.ts'

interface OrganizationFormProps {
  product: {
    id: string
    collection_id?: string | null | undefined
    type?: { value: string } | null | undefined
    tags?: { value: string }[] | undefined
    categories?: { id: string }[] | undefined
    sales_channels?: { id: string }[] | undefined
  }
}

export function OrganizationForm({ product }: OrganizationFormProps) {
  const words = products.useWords()
  const options = useOrganizationOptions()
  const { data: usedTags } = useQuery(trpc.admin.products.listTagUsage.queryOptions())
  const form = useProcedureForm({
    action: trpc.admin.products.update.mutationOptions(),
    draft: `${product.id} organization`,
    values: {
      collection_id: product.collection_id ?? null,
      type: product.type?.value ?? '',
      tags: product.tags?.map(({ value }) => value) ?? [],
      categories: idsOf(product.categories),
      sales_channels: idsOf(product.sales_channels),
    },
    toInput: ({ type, tags, categories, sales_channels, collection_id }) => ({
      id: product.id,
      collection_id,
      type: type ? { value: type } : null,
      tags: tags.map((value) => ({ value })),
      categories: categories.map((id) => ({ id })),
      sales_channels: sales_channels.map((id) => ({ id })),
    }),
  })
  const { getInputProps } = form.fields
  return (
    <ProcedureForm form={form}>
      <Section title={words.organization}>
        <Stack gap="md">
          <Select
            label={words.collection}
            data={options.collections}
            clearable
            searchable
            {...getInputProps('collection_id')}
          />
          <MultiSelect
            label={words.categories}
            data={options.categories}
            searchable
            hidePickedOptions
            {...getInputProps('categories')}
          />
          <Autocomplete
            label={words.type}
            description={words.typeHint}
            data={options.types}
            {...getInputProps('type')}
          />
          <NamesInput
            label={words.tags}
            description={words.tagsHint}
            data={usedTags?.tags.map(({ value }) => value) ?? []}
            {...getInputProps('tags')}
          />
          <MultiSelect
            label={words.salesChannels}
            data={options.salesChannels}
            searchable
            hidePickedOptions
            {...getInputProps('sales_channels')}
          />
        </Stack>
      </Section>
    </ProcedureForm>
  )
}

const idsOf = (rows: readonly { id: string }[] = []): string[] => rows.map(({ id }) => id)
