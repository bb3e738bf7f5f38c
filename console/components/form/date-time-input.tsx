import { TextInput, type TextInputProps } from '@mantine/core'

interface DateTimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value?: Date | string | null
  onChange(value: Date | null): void
}

/** A moment in the time zone of the device, or nothing. */
export function DateTimeInput({ value, onChange, ...props }: DateTimeInputProps) {
  return (
    <TextInput
      {...props}
      type="datetime-local"
      value={value ? localText(new Date(value)) : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value ? new Date(currentTarget.value) : null)}
    />
  )
}

/** `2026-01-31T09:30` */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
