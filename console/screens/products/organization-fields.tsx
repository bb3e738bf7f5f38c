import { Autocomplete, MultiSelect, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import type { InputOf } from './form-input.ts'
import { useOrganizationOptions } from './organization-options.ts'
import type { ProductRow } from './product-row.ts'

interface OrganizationFieldsProps {
  inputOf: InputOf
  /** Undefined for a new product. */
  product?: ProductRow
}

/** Where customers find the product: its collection, categories, type, tags and sales channels. */
export function OrganizationFields({ inputOf, product }: OrganizationFieldsProps) {
  const words = products.useWords()
  const options = useOrganizationOptions({ product })
  const { data: usedTags } = useQuery(trpc.admin.products.listTagUsage.queryOptions())
  return (
    <Section title={words.organization}>
      <Stack gap="md">
        <Select
          label={words.collection}
          data={options.collections}
          clearable
          searchable
          {...inputOf('collection_id')}
        />
        <MultiSelect
          label={words.categories}
          data={options.categories}
          searchable
          hidePickedOptions
          {...inputOf('categories')}
        />
        <Autocomplete label={words.type} description={words.typeHint} data={options.types} {...inputOf('type')} />
        <NamesInput
          label={words.tags}
          description={words.tagsHint}
          data={usedTags?.tags.map(({ value }) => value) ?? []}
          {...inputOf('tags')}
        />
        <MultiSelect
          label={words.salesChannels}
          data={options.salesChannels}
          searchable
          hidePickedOptions
          {...inputOf('sales_channels')}
        />
      </Stack>
    </Section>
  )
}
