import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { Select } from '#console/components/late-select.tsx'
import { SearchPicker } from '#console/components/search-picker.tsx'
import { promotions } from '#console/strings/promotions.ts'
import { BOUGHT_KINDS, type BoughtKind, type BuyGetValues } from './buy-get-values.ts'
import { kindName } from './kind-name.ts'
import { useNamesOf, useResources } from './use-resources.ts'
import { withDeleted } from './with-deleted.ts'

interface BoughtItemsProps {
  bought: BuyGetValues['bought']
  onChange(bought: BuyGetValues['bought']): void
}

/** The items to buy. A discount of the API can name several kinds, which all stay. */
export function BoughtItems({ bought, onChange }: BoughtItemsProps) {
  const words = promotions.useWords()
  const kinds = BOUGHT_KINDS.filter((kind) => bought[kind])
  return (
    <>
      <Select
        label={words.itemsToBuy}
        allowDeselect={false}
        data={[
          { value: 'all', label: words.allItems },
          ...BOUGHT_KINDS.map((kind) => ({ value: kind, label: kindName(kind, words) })),
        ]}
        value={kinds[0] ?? 'all'}
        onChange={(next) => {
          const kind = BOUGHT_KINDS.find((one) => one === next)
          onChange(kind ? { [kind]: bought[kind] ?? [] } : {})
        }}
      />
      {kinds.map((kind) => (
        <BoughtPicker
          key={kind}
          kind={kind}
          value={bought[kind] ?? []}
          onChange={(ids) => onChange({ ...bought, [kind]: ids })}
        />
      ))}
    </>
  )
}

interface BoughtPickerProps {
  kind: BoughtKind
  value: string[]
  onChange(ids: string[]): void
}

function BoughtPicker({ kind, value, onChange }: BoughtPickerProps) {
  const words = promotions.useWords()
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search, 200)
  const [stored] = useState(value)
  const found = useResources(kind, text)
  const names = useNamesOf(kind, stored)
  return (
    <SearchPicker
      label={kindName(kind, words)}
      placeholder={words.chooseResources}
      known={names ? withDeleted(names, stored, words.gone) : {}}
      value={value}
      onChange={onChange}
      search={search}
      onSearch={setSearch}
      found={found}
    />
  )
}
