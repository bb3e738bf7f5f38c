import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Select } from '#console/components/late-select.tsx'
import { SearchPicker } from '#console/components/search-picker.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { kindName } from './kind-name.ts'
import { CONDITION_KINDS, type ConditionKind, useResources } from './use-resources.ts'

export interface ConditionValues {
  kind: ConditionKind
  operator: 'in' | 'not_in'
  /** The IDs of the chosen rows. */
  ids: string[]
}

interface ConditionFieldsProps {
  value: ConditionValues
  onChange(value: ConditionValues): void
  /** The kinds to choose from. Without them, the kind and the operator stay. */
  kinds?: readonly ConditionKind[]
  /** The names of the chosen rows by their IDs. */
  names?: Readonly<Record<string, string>>
}

/** The products or customers that a condition names. */
export function ConditionFields({ value, onChange, kinds, names }: ConditionFieldsProps) {
  const words = promotions.useWords()
  const { kind, operator, ids } = value
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search, 200)
  const found = useResources(kind, text)
  return (
    <>
      {kinds && (
        <>
          <Select
            label={words.about}
            allowDeselect={false}
            data={kinds.map((one) => ({ value: one, label: kindName(one, words) }))}
            value={kind}
            onChange={(next) =>
              onChange({ kind: CONDITION_KINDS.find((one) => one === next) ?? kind, operator, ids: [] })
            }
          />
          <SegmentedControl
            aria-label={words.operator}
            data={[
              { value: 'in', label: words.in },
              { value: 'not_in', label: words.notIn },
            ]}
            value={operator}
            onChange={(next) => onChange({ ...value, operator: next === 'not_in' ? 'not_in' : 'in' })}
          />
        </>
      )}
      <SearchPicker
        label={kindName(kind, words)}
        placeholder={words.chooseResources}
        {...(names ? { known: names } : {})}
        value={ids}
        onChange={(next) => onChange({ ...value, ids: next })}
        search={search}
        onSearch={setSearch}
        found={found}
        data-autofocus
      />
    </>
  )
}
