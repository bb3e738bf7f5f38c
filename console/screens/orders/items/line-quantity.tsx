import { NumberInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useStrings } from '#console/strings/define-strings.ts'
import { orderActions } from '#console/strings/order-actions.ts'

interface LineQuantityProps {
  item: { title: string; quantity: number }
  onChange(quantity: number): void
}

/** Reports a new quantity after a pause of the input. */
export function LineQuantity({ item, onChange }: LineQuantityProps) {
  const { quantityOf } = useStrings(orderActions)
  const [quantity, setQuantity] = useState<number | string>(item.quantity)
  const report = useDebouncedCallback(onChange, 400)
  return (
    <NumberInput
      aria-label={quantityOf(item.title)}
      value={quantity}
      min={1}
      allowDecimal={false}
      w={76}
      size="sm"
      onChange={(value) => {
        setQuantity(value)
        if (typeof value === 'number' && value > 0 && value !== item.quantity) report(value)
      }}
    />
  )
}
