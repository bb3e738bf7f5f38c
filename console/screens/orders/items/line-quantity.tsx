import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { Entered } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { common } from '#console/strings/common.ts'
import { orderActions } from '#console/strings/order-actions.ts'

interface LineQuantityProps {
  item: { title: string; quantity: number }
  onChange(quantity: number): void
}

/** Reports a new quantity after a pause of the input, and takes over the quantity of the line in the meantime. */
export function LineQuantity({ item, onChange }: LineQuantityProps) {
  const { quantityOf } = orderActions.useWords()
  const { fieldRequired } = common.useWords()
  const [quantity, setQuantity] = useState<Entered<number>>(item.quantity)
  const isUnsent = useRef(false)
  const sent = useRef(item.quantity)
  useEffect(() => {
    sent.current = item.quantity
    if (!isUnsent.current) setQuantity(item.quantity)
  }, [item.quantity])
  const report = useDebouncedCallback((value: Entered<number>) => {
    if (typeof value !== 'number') return
    isUnsent.current = false
    if (value === item.quantity && value === sent.current) return
    sent.current = value
    onChange(value)
  }, 400)
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
        isUnsent.current = true
        report(value)
      }}
    />
  )
}
