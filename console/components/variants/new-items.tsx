import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { ItemName } from '#console/screens/orders/items/item-name.tsx'
import { common } from '#console/strings/common.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { type Entered, type Readable, requiredNumber } from '../form/entered.ts'
import { WholeNumberInput } from '../form/number-input.tsx'
import { Money } from '../money.tsx'
import { type ChosenVariant, VariantSearch } from './variant-search.tsx'

export interface NewItem extends ChosenVariant {
  quantity: Entered<number>
}

interface NewItemsProps {
  label: string
  regionId: string
  currency: string
  items: readonly NewItem[]
  onChange(items: NewItem[]): void
  error?: string | undefined
  /** More fields of an item. */
  details?(index: number): ReactNode
}

/** Chooses variants and their quantities, such as the replacements of a claim. */
export function NewItems({ label, regionId, currency, items, onChange, error, details }: NewItemsProps) {
  const words = orderActions.useWords()
  const { fieldRequired } = common.useWords()
  const change = (id: string, quantity: Entered<number>) =>
    onChange(items.map((item) => (item.variant_id === id ? { ...item, quantity } : item)))
  const add = (variant: ChosenVariant) => {
    const present = items.find(({ variant_id }) => variant_id === variant.variant_id)
    if (present) change(variant.variant_id, (typeof present.quantity === 'number' ? present.quantity : 0) + 1)
    else onChange([...items, { ...variant, quantity: 1 }])
  }
  return (
    <Stack gap="xs">
      <VariantSearch label={label} regionId={regionId} currency={currency} onChoose={add} />
      {items.map((item, index) => (
        <Fragment key={item.variant_id}>
          <Group justify="space-between" wrap="nowrap">
            <ItemName {...item} note={item.price !== null && <Money amount={item.price} currency={currency} />} />
            <Group gap="xs" wrap="nowrap">
              <WholeNumberInput
                aria-label={words.quantityOf(item.title)}
                value={item.quantity}
                min={1}
                error={item.quantity === null && fieldRequired}
                w={76}
                size="sm"
                onChange={(value) => change(item.variant_id, value)}
              />
              <ActionIcon
                aria-label={words.removeItem(item.title)}
                onClick={() => onChange(items.filter((other) => other !== item))}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          </Group>
          {details?.(index)}
        </Fragment>
      ))}
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

/** The items as the input of a procedure. */
export const variantQuantities = (items: readonly Readable<NewItem>[]): { variant_id: string; quantity: number }[] =>
  items.map(({ variant_id, quantity }) => ({ variant_id, quantity: requiredNumber(quantity) }))
