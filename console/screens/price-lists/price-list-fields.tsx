import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DateTimeInput } from '#console/components/form/date-time-input.tsx'
import type { Entered, Readable } from '#console/components/form/entered.ts'
import { MultiSelect, Select } from '#console/components/late-select.tsx'
import { Section } from '#console/components/section.tsx'
import { priceLists } from '#console/strings/price-lists.ts'

export interface PriceListValues {
  name: string
  description: string
  type: 'sale' | 'override'
  status: 'active' | 'draft'
  starts_at: Entered<Date>
  ends_at: Entered<Date>
  /** IDs */
  customer_groups: string[]
}

export function PriceListFields({ fields }: { fields: UseFormReturnType<PriceListValues> }) {
  const words = priceLists.useWords()
  const { data } = useQuery(trpc.admin.customerGroups.list.queryOptions({ limit: 200, expand: '' }))
  return (
    <Section title={words.terms}>
      <Stack>
        <TextInput label={words.name} {...fields.getInputProps('name')} />
        <TextInput label={words.description} {...fields.getInputProps('description')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={words.type}
            description={words.saleHint}
            allowDeselect={false}
            data={[
              { value: 'sale', label: words.sale },
              { value: 'override', label: words.override },
            ]}
            {...fields.getInputProps('type')}
          />
          <Select
            label={words.status}
            description={' '}
            allowDeselect={false}
            data={[
              { value: 'active', label: words.active },
              { value: 'draft', label: words.draft },
            ]}
            {...fields.getInputProps('status')}
          />
          <DateTimeInput label={words.startsAt} {...fields.getInputProps('starts_at')} />
          <DateTimeInput label={words.endsAt} description={words.endsAtHint} {...fields.getInputProps('ends_at')} />
        </SimpleGrid>
        <MultiSelect
          label={words.groups}
          description={words.groupsHint}
          data={data?.customer_groups.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          searchable
          {...fields.getInputProps('customer_groups')}
        />
      </Stack>
    </Section>
  )
}

export const toPriceListInput = ({ customer_groups, ...values }: Readable<PriceListValues>) => ({
  ...values,
  customer_groups: customer_groups.map((id) => ({ id })),
})
