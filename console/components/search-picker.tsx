import { MultiSelect } from '@mantine/core'
import { useState } from 'react'

export interface PickerProps {
  label: string
  placeholder?: string
  /** The IDs of the chosen rows. */
  value: string[]
  onChange(ids: string[]): void
}

interface SearchPickerProps extends PickerProps {
  search: string
  onSearch(text: string): void
  /** The names of the found rows by their IDs. */
  found: Readonly<Record<string, string>>
}

/** Chooses rows by a search in the shop. Chosen rows keep their names when the search changes. */
export function SearchPicker({ label, placeholder, value, onChange, search, onSearch, found }: SearchPickerProps) {
  const [names, setNames] = useState<Record<string, string>>({})
  const chosen = Object.fromEntries(value.map((id) => [id, names[id] ?? found[id] ?? id]))
  return (
    <MultiSelect
      flex={1}
      label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      data={Object.entries({ ...found, ...chosen }).map(([id, name]) => ({ value: id, label: name }))}
      value={value}
      onChange={(ids) => {
        setNames({ ...names, ...found })
        onChange(ids)
      }}
      searchable
      searchValue={search}
      onSearchChange={onSearch}
      filter={({ options }) => options}
      hidePickedOptions
    />
  )
}
