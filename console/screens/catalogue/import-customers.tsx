import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { CsvImport } from '#console/components/batch-job/csv-import.tsx'
import { Section } from '#console/components/section.tsx'
import { catalogue } from '#console/strings/catalogue.ts'

export function ImportCustomers() {
  const words = catalogue.useWords()
  const [hasGroups, setHasGroups] = useState(false)
  return (
    <Section title={words.importCustomers}>
      <Text size="sm" c="dimmed" mb="md">
        {words.importCustomersHint}
      </Text>
      <Checkbox
        mb="md"
        label={words.tagsToGroups}
        checked={hasGroups}
        onChange={({ currentTarget }) => setHasGroups(currentTarget.checked)}
      />
      <CsvImport
        type="customer-import"
        context={{ tags_to_groups: hasGroups }}
        onImported={() => void queryClient.invalidateQueries(trpc.admin.customers.pathFilter())}
      />
    </Section>
  )
}
