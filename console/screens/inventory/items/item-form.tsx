import { SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { useCountryOptions } from '#console/components/countries.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Select } from '#console/components/late-select.tsx'
import { Section } from '#console/components/section.tsx'
import { inventory } from '#console/strings/inventory.ts'
import type { Item } from './item.ts'

export function ItemForm({ item }: { item: Item }) {
  const words = inventory.useWords()
  const countries = useCountryOptions()
  const form = useProcedureForm({
    action: trpc.admin.inventoryItems.update.mutationOptions(),
    draft: item.id,
    values: {
      title: item.title ?? '',
      sku: item.sku ?? '',
      description: item.description ?? '',
      material: item.material ?? '',
      origin_country: item.origin_country ?? null,
      requires_shipping: item.requires_shipping,
    },
    toInput: ({ title, sku, description, material, ...values }) => ({
      id: item.id,
      title: title || null,
      sku: sku || null,
      description: description || null,
      material: material || null,
      ...values,
    }),
  })
  const { getInputProps } = form.fields
  return (
    <ProcedureForm form={form}>
      <Section title={words.details}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={words.title} {...getInputProps('title')} />
            <TextInput label={words.sku} {...getInputProps('sku')} />
            <TextInput label={words.material} {...getInputProps('material')} />
            <Select
              label={words.originCountry}
              data={countries}
              searchable
              clearable
              {...getInputProps('origin_country')}
            />
          </SimpleGrid>
          <Textarea label={words.description} autosize minRows={2} {...getInputProps('description')} />
          <Switch label={words.requiresShipping} {...getInputProps('requires_shipping', { type: 'checkbox' })} />
        </Stack>
      </Section>
    </ProcedureForm>
  )
}
