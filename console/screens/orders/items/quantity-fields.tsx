import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isUnreadable } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import type { Quantities } from '#console/components/scan/quantities.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { ItemName } from './item-name.tsx'
import classes from './quantity-fields.module.css'

export interface QuantityLine {
  id: string
  title: string
  description?: string | null | undefined
  thumbnail?: string | null | undefined
  max: number
}

interface QuantityFieldsProps {
  lines: readonly QuantityLine[]
  quantities: Quantities
  onChange(quantities: Quantities): void
  error?: string | undefined
  /** Fields under a line with a chosen quantity. */
  details?(line: QuantityLine): ReactNode
}

/** Asks for a quantity of each line, at most its `max`. */
export function QuantityFields({ lines, quantities, onChange, error, details }: QuantityFieldsProps) {
  const words = orderActions.useWords()
  return (
    <Stack gap={0} className={classes.lines}>
      {lines.map((line, index) => {
        const quantity = quantities[line.id] ?? 0
        return (
          <div key={line.id} className={classes.line}>
            <Group justify="space-between" wrap="nowrap">
              <ItemName {...line} />
              <Group gap="xs" wrap="nowrap">
                <WholeNumberInput
                  aria-label={words.quantityOf(line.title)}
                  value={quantity}
                  max={line.max}
                  w={76}
                  size="sm"
                  {...(index === 0 ? { 'data-autofocus': true } : {})}
                  onChange={(value) => onChange({ ...quantities, [line.id]: value })}
                />
                <Text size="sm" c="dimmed" className="number" miw="3rem">
                  {words.ofMax(line.max)}
                </Text>
              </Group>
            </Group>
            {typeof quantity === 'number' && quantity > 0 && details && (
              <div className={classes.details}>{details(line)}</div>
            )}
          </div>
        )
      })}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mt="xs">
          {error}
        </Text>
      )}
    </Stack>
  )
}

/** All quantities at their maximum. */
export const allOf = (lines: readonly QuantityLine[]): Quantities =>
  Object.fromEntries(lines.map(({ id, max }) => [id, max]))

/** The lines with a quantity, or undefined if there is none or a text is unreadable. */
export function chosenItems(quantities: Quantities): { item_id: string; quantity: number }[] | undefined {
  if (Object.values(quantities).some(isUnreadable)) return undefined
  const items = Object.entries(quantities).flatMap(([item_id, quantity]) =>
    typeof quantity === 'number' && quantity > 0 ? [{ item_id, quantity }] : [],
  )
  return items.length > 0 ? items : undefined
}
