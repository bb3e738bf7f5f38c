import { Select } from '@mantine/core'
import { orderActions } from '#console/strings/order-actions.ts'
import { useLocations } from './use-locations.ts'

interface LocationSelectProps {
  value: string | undefined
  onChange(location: string | undefined): void
  hint: string
  error?: string | undefined
}

/** Asks for a stock location. Shows nothing in a shop without locations. */
export function LocationSelect({ value, onChange, hint, error }: LocationSelectProps) {
  const words = orderActions.useWords()
  const locations = useLocations()
  if (locations.length === 0) return null
  return (
    <Select
      label={words.location}
      description={hint}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      error={error}
      clearable
    />
  )
}
