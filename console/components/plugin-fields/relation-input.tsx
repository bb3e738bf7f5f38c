import { Select, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#console/app/permissions.ts'
import { common } from '#console/strings/common.ts'
import type { PluginField } from './plugin-field.ts'
import { type RelationSource, relationSourceOf } from './relation-source.ts'
import { useRelatedRow } from './use-related-row.ts'

interface RelationInputProps {
  field: PluginField
  input: GetInputPropsReturnType
}

/** Finds a row by its name. If the user may not list the rows, or they have no page, the input is their ID. */
export function RelationInput({ field, input }: RelationInputProps) {
  const may = useMay()
  const source = relationSourceOf(field.target)
  return source && may(source.needs) ? (
    <RowSelect field={field} input={input} source={source} />
  ) : (
    <TextInput label={field.label} {...input} value={input.value ?? ''} />
  )
}

function RowSelect({ field, input, source }: RelationInputProps & { source: RelationSource }) {
  const words = common.useWords()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const { data: found = {} } = useQuery({
    queryKey: ['related rows', field.target, q],
    queryFn: () => source.search(q),
    placeholderData: keepPreviousData,
  })
  const id = typeof input.value === 'string' && input.value !== '' ? input.value : null
  const chosen = useRelatedRow(field.target, id)
  const names = id === null ? found : { ...found, [id]: found[id] ?? chosen?.name ?? id }
  return (
    <Select
      label={field.label}
      placeholder={words.search}
      clearable
      searchable
      searchValue={text}
      onSearchChange={setText}
      data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      filter={({ options }) => options}
      nothingFoundMessage={words.emptySearch}
      {...input}
      value={id}
    />
  )
}
