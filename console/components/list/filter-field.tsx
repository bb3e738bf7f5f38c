import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { common } from '#console/strings/common.ts'
import { isUnreadable, type Unreadable } from '../form/entered.ts'
import { DecimalInput } from '../form/number-input.tsx'
import { type Filter, partsOf } from './filters.ts'
import type { ListState } from './use-list.ts'

export function FilterField({ filter, list }: { filter: Filter; list: ListState }) {
  const words = common.useWords()
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
  const words = common.useWords()
  const [from = '', until = ''] = partsOf(filter)
  return (
    <Stack gap={4} role="group" aria-label={filter.label}>
      <Text size="sm" fw={500}>
        {filter.label}
      </Text>
      <Group gap="xs" grow>
        {[from, until].map((part) => {
          const Bound = filter.kind === 'dates' ? DayBound : NumberBound
          return <Bound key={part} part={part} label={part === from ? words.from : words.until} list={list} />
        })}
      </Group>
    </Stack>
  )
}

interface BoundProps {
  /** The parameter of the URL query. */
  part: string
  label: string
  list: ListState
}

/** Unreadable text keeps the filter as it is. */
function NumberBound({ part, label, list }: BoundProps) {
  const stored = list.text(part)
  const [unreadable, setUnreadable] = useState<Unreadable>()
  return (
    <DecimalInput
      aria-label={label}
      min={null}
      value={unreadable ?? (stored === undefined ? null : Number(stored))}
      onChange={(value) => {
        setUnreadable(isUnreadable(value) ? value : undefined)
        if (!isUnreadable(value)) list.change({ [part]: value === null ? undefined : String(value) })
      }}
    />
  )
}

/** A browser reports an unfinished day as empty text. */
function DayBound({ part, label, list }: BoundProps) {
  const { fieldDate } = common.useWords()
  const [isUnfinished, setUnfinished] = useState(false)
  const check = ({ validity }: HTMLInputElement) => setUnfinished(validity.badInput)
  return (
    <TextInput
      type="date"
      aria-label={label}
      value={list.text(part) ?? ''}
      error={isUnfinished && fieldDate}
      onKeyUp={({ currentTarget }) => check(currentTarget)}
      onBlur={({ currentTarget }) => check(currentTarget)}
      onChange={({ currentTarget }) => {
        check(currentTarget)
        if (!currentTarget.validity.badInput) list.change({ [part]: currentTarget.value || undefined })
      }}
    />
  )
}
