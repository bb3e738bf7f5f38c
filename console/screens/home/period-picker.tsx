import { Group, NativeSelect, TextInput } from '@mantine/core'
import { home } from '#console/strings/home.ts'
import { type ChosenPeriod, isPeriod, type Period, PRESETS, type Preset, periodOf } from './period.ts'

interface PeriodPickerProps {
  /** Default: presets that end today. */
  presets?: readonly Preset[]
  chosen: ChosenPeriod
  onChange(chosen: ChosenPeriod): void
}

/** A preset, or own days. */
export function PeriodPicker({ presets = PRESETS, chosen: { preset, period }, onChange }: PeriodPickerProps) {
  const words = home.useWords()
  const change = (part: Partial<Period>) => onChange({ preset, period: { ...period, ...part } })
  const error = preset === 'own' && !isPeriod(period) ? words.periodWrong : undefined
  return (
    <Group gap="xs" align="flex-start">
      <NativeSelect
        aria-label={words.period}
        size="xs"
        w={150}
        value={preset}
        data={presets.map((value) => ({ value, label: words[`period_${value}`] }))}
        onChange={({ currentTarget }) => {
          const next = currentTarget.value as Preset
          onChange({ preset: next, period: next === 'own' ? period : periodOf(next) })
        }}
      />
      {preset === 'own' && (
        <>
          <TextInput
            aria-label={words.from}
            type="date"
            size="xs"
            value={period.from}
            error={error}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
          <TextInput
            aria-label={words.to}
            type="date"
            size="xs"
            value={period.to}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </>
      )}
    </Group>
  )
}
