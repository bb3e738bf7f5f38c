import { useState } from 'react'
import { MultiSelect } from '#console/components/late-select.tsx'

export interface PickerProps {
  label: string
  placeholder?: string
  /** The names of chosen rows that a search may not find. */
  known?: Readonly<Record<string, string>>
  'data-autofocus'?: boolean
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
export function SearchPicker({ known = {}, value, onChange, search, onSearch, found, ...input }: SearchPickerProps) {
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const chosen = Object.fromEntries(value.map((id) => [id, names[id] ?? known[id] ?? found[id] ?? id]))
  return (
    <MultiSelect
      flex={1}
      {...input}
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
