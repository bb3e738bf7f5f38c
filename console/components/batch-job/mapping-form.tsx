import { Alert, Button, Checkbox, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient, trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { Select } from '#console/components/late-select.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { importMapping } from '#console/strings/import-mapping.ts'
import type { ColumnMapping, Columns, Preview } from './map-columns.tsx'
import { MappedRows } from './mapped-rows.tsx'
import { useFieldNames } from './use-field-names.ts'

interface MappingFormProps {
  first: Preview
  columns: Columns
  rows: Preview['rows']
  error: unknown
  onChange(title: string, field: string | null): void
  onCancel(): void
  onMapped(mapping: ColumnMapping): void
}

/** The columns of a file with their values and fields, and the products that they become. */
export function MappingForm({ first, columns, rows, error, onChange, onCancel, onMapped }: MappingFormProps) {
  const words = importMapping.useWords()
  const { cancel } = common.useWords()
  const textOf = useErrorText()
  const nameOf = useFieldNames()
  const [isKept, setKept] = useState(true)
  const [name, setName] = useState(first.name ?? '')
  const save = useMutation(
    trpc.admin.batchJobs.saveMapping.mutationOptions({
      ...shownInPlace,
      onSuccess: async ({ import_mapping }) => {
        await queryClient.invalidateQueries(trpc.admin.batchJobs.listMappings.pathFilter())
        onMapped({ name: import_mapping.name, columns })
      },
    }),
  )
  const label = name.trim() || words.table
  const finish = () => (isKept ? save.mutate({ name: label, columns }) : onMapped({ name: label, columns }))
  const choices = first.fields.map((field) => ({ value: field, label: nameOf(field) }))
  const failure = save.error ?? error
  return (
    <Stack gap="md">
      <div>
        <Title order={3} size="h5">
          {words.title}
        </Title>
        <Text size="sm">{words.hint}</Text>
      </div>
      <Table aria-label={words.title} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.column}</Table.Th>
            <Table.Th visibleFrom="sm">{words.samples}</Table.Th>
            <Table.Th w={{ base: '58%', sm: 260 }}>{words.field}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.columns.map(({ title, samples }) => (
            <Table.Tr key={title}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {title}
                <Samples samples={samples} hiddenFrom="sm" />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Samples samples={samples} />
              </Table.Td>
              <Table.Td>
                <Select
                  aria-label={words.fieldOf(title)}
                  data={choices}
                  value={columns[title] ?? null}
                  placeholder={words.notImported}
                  searchable
                  clearable
                  onChange={(field) => onChange(title, field)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {failure ? (
        <Alert color="red" role="alert">
          {textOf(failure)}
        </Alert>
      ) : (
        <MappedRows rows={rows} />
      )}
      <Checkbox
        label={words.remember}
        checked={isKept}
        onChange={({ currentTarget }) => setKept(currentTarget.checked)}
      />
      <TextInput
        label={words.name}
        description={words.nameExample}
        value={name}
        maxLength={60}
        maw={420}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group>
        <Button onClick={finish} loading={save.isPending} disabled={Boolean(error)}>
          {words.next}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      </Group>
    </Stack>
  )
}

/** The values of a column. On phones they are below its title. */
const Samples = ({ samples, hiddenFrom }: { samples: readonly string[]; hiddenFrom?: 'sm' }) =>
  samples.map((sample) => (
    <Text
      key={sample}
      size="sm"
      c="dimmed"
      lineClamp={1}
      style={{ overflowWrap: 'anywhere' }}
      {...(hiddenFrom ? { hiddenFrom } : {})}
    >
      {sample}
    </Text>
  ))
