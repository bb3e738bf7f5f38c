import { Autocomplete, MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { NamesInput } from '#console/components/form/names-input.tsx'
import { products } from '#console/strings/products.ts'
import type { OrganizationFieldsProps } from './organization-fields.tsx'
import { useOrganizationOptions } from './organization-options.ts'

export function OrganizationInputs({ inputOf, product }: OrganizationFieldsProps) {
  const words = products.useWords()
  const options = useOrganizationOptions({ product })
  const { data: usedTags } = useQuery(trpc.admin.products.listTagUsage.queryOptions())
  useFocusOfEarlyField()
  return (
    <>
      <Select label={words.collection} data={options.collections} clearable searchable {...inputOf('collection_id')} />
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
    </>
  )
}

/** A field takes over the focus of the early field that it replaces. */
function useFocusOfEarlyField(): void {
  const [path] = useState(() => document.activeElement?.getAttribute('data-path'))
  useEffect(() => {
    if (path) document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus()
  }, [path])
}
