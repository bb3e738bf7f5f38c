import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { common } from '#console/strings/common.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import type { ListState } from './use-list.ts'

interface Option {
  value: string
  label: string
}

interface PlainFilter<Kind extends string> {
  kind: Kind
  name: string
  label: string
}

/** The URL query has one parameter for each filter. Dates and numbers have two: `name_from` and `name_until`. */
export type Filter =
  | { kind: 'choice'; name: string; label: string; options: readonly Option[] }
  | PlainFilter<'flag'>
  | PlainFilter<'text'>
  | PlainFilter<'dates'>
  | PlainFilter<'numbers'>

export const partsOf = ({ kind, name }: Filter): string[] =>
  kind === 'dates' || kind === 'numbers' ? [`${name}_from`, `${name}_until`] : [name]

export function FilterField({ filter, list }: { filter: Filter; list: ListState }) {
  const words = useStrings(common)
  if (filter.kind === 'dates' || filter.kind === 'numbers') return <RangeField filter={filter} list={list} />
  if (filter.kind === 'text') return <ExactText filter={filter} list={list} />
  const options =
    filter.kind === 'flag'
      ? [
          { value: 'true', label: words.yes },
          { value: 'false', label: words.no },
        ]
      : filter.options
  return (
    <Select
      label={filter.label}
      placeholder={words.any}
      data={[...options]}
      value={list.text(filter.name) ?? null}
      onChange={(value) => list.change({ [filter.name]: value ?? undefined })}
      clearable
      searchable={options.length > 8}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

function ExactText({ filter: { name, label }, list }: { filter: Filter; list: ListState }) {
  const [text, setText] = useState(list.text(name) ?? '')
  const change = useDebouncedCallback((value: string) => list.change({ [name]: value || undefined }), 250)
  return (
    <TextInput
      label={label}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        change(value)
      }}
    />
  )
}

function RangeField({ filter, list }: { filter: Filter; list: ListState }) {
  const words = useStrings(common)
  const [from = '', until = ''] = partsOf(filter)
  return (
    <Stack gap={4} role="group" aria-label={filter.label}>
      <Text size="sm" fw={500}>
        {filter.label}
      </Text>
      <Group gap="xs" grow>
        {[from, until].map((part) => (
          <TextInput
            key={part}
            type={filter.kind === 'dates' ? 'date' : 'number'}
            aria-label={part === from ? words.from : words.until}
            value={list.text(part) ?? ''}
            onChange={(event) => list.change({ [part]: event.currentTarget.value || undefined })}
          />
        ))}
      </Group>
    </Stack>
  )
}
