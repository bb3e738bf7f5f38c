import { Textarea, type TextareaProps } from '@mantine/core'
import { common } from '#console/strings/common.ts'
import { type Entered, isUnreadable } from '../form/entered.ts'
import { jsonOf } from './field-values.ts'

interface JsonInputProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  value?: Entered<string> | undefined
  onChange(value: Entered<string>): void
}

/** A JSON value as text, or nothing. */
export function JsonInput({ value, onChange, error, ...props }: JsonInputProps) {
  const words = common.useWords()
  const isFaulty = isUnreadable(value)
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={12}
      ff="monospace"
      {...props}
      value={isFaulty ? value.unreadable : (value ?? '')}
      error={isFaulty ? words.fieldJson : error}
      onChange={({ currentTarget: { value: text } }) =>
        onChange(text.trim() === '' || jsonOf(text) !== undefined ? text : { unreadable: text })
      }
    />
  )
}
