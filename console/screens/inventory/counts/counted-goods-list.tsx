import { ActionIcon, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Entered } from '#console/components/form/entered.ts'
import { WholeNumberInput } from '#console/components/form/number-input.tsx'
import { focusCodeField } from '#console/components/scan/code-field.tsx'
import { stockCounts } from '#console/strings/stock-counts.ts'
import { type CountedGood, countedOf, differenceOf } from './counted-goods.ts'

/** A scanned code has more digits, so it is no count. */
const MAX = 9_999_999

interface CountedGoodsProps {
  goods: readonly CountedGood[]
  onChange(id: string, counted: Entered<number>): void
  onRemove(id: string): void
}

/** The counted goods with their differences, the last one first. */
export function CountedGoods({ goods, onChange, onRemove }: CountedGoodsProps) {
  const words = stockCounts.useWords()
  if (goods.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.empty}
      </Text>
    )
  return (
    <Stack
      component="ul"
      gap="sm"
      p={0}
      m={0}
      style={{ listStyle: 'none' }}
      aria-label={words.countedGoods}
      onKeyDown={({ key, target }) => key === 'Enter' && target instanceof HTMLInputElement && focusCodeField()}
    >
      {goods.map((good) => (
        <Group key={good.id} component="li" justify="space-between" wrap="nowrap" gap="sm">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={500}>
              {good.title}
            </Text>
            <Text size="xs" c="dimmed">
              {words.expectedUnits(good.expected, good.waiting)}
            </Text>
            {good.previous !== undefined && (
              <Text size="xs" c="var(--mantine-color-error)">
                {words.changed(good.previous, good.expected)}
              </Text>
            )}
          </div>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" fw={600} miw="2.5rem" ta="end">
              {countedOf(good) !== null && (
                <>
                  <VisuallyHidden>{words.differenceOf(good.title)}: </VisuallyHidden>
                  {words.difference(differenceOf(good))}
                </>
              )}
            </Text>
            <WholeNumberInput
              aria-label={words.countOf(good.title)}
              value={good.counted}
              max={MAX}
              onChange={(counted) => onChange(good.id, counted)}
              inputMode="numeric"
              w={84}
            />
            <ActionIcon aria-label={words.removeGood(good.title)} size="lg" onClick={() => onRemove(good.id)}>
              <IconX size={16} />
            </ActionIcon>
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
