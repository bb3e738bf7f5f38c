import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { Entered } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { common } from '#console/strings/common.ts'
import { orderActions } from '#console/strings/order-actions.ts'

interface LineQuantityProps {
  item: { title: string; quantity: number }
  onChange(quantity: number): void
}

/** Reports a new quantity after a pause of the input. */
export function LineQuantity({ item, onChange }: LineQuantityProps) {
  const { quantityOf } = orderActions.useWords()
  const { fieldRequired } = common.useWords()
  const [quantity, setQuantity] = useState<Entered<number>>(item.quantity)
  const report = useDebouncedCallback(onChange, 400)
  return (
    <WholeNumberInput
      aria-label={quantityOf(item.title)}
      value={quantity}
      min={1}
      error={quantity === null && fieldRequired}
      w={76}
      size="sm"
      onChange={(value) => {
        setQuantity(value)
        if (typeof value === 'number' && value !== item.quantity) report(value)
      }}
    />
  )
}
