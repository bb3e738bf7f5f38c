import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { parseMoney } from '../money.tsx'
import { decimalsOf, decimalText } from '../money-text.ts'

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  currency: string
  /** In minor units. */
  value?: number | undefined
  onChange(amount: number | undefined): void
}

/** An amount with the decimals of its currency. The value is in minor units, and is undefined if the text is no amount. */
export function MoneyInput({ currency, value, onChange, ...props }: MoneyInputProps) {
  const [text, setText] = useState(value === undefined ? '' : decimalText(value, decimalsOf(currency)))
  const valueText = value === undefined ? '' : decimalText(value, decimalsOf(currency))
  const shown = parseMoney(text, currency) === value ? text : valueText
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      rightSection={currency.toUpperCase()}
      rightSectionWidth={52}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(parseMoney(event.currentTarget.value, currency))
      }}
    />
  )
}
