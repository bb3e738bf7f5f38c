import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { variantName } from '#console/components/variants/variant-name.ts'
import { home } from '#console/strings/home.ts'
import { lowStock } from './home-queries.ts'

export function LowStock() {
  const words = home.useWords()
  const { data, error } = useQuery(lowStock())
  return (
    <Section needs="statistics.lowStock" title={words.lowStock}>
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={3} />}
      <Stack gap="xs">
        {data?.variants.map(({ id, product_id, title, product_title, inventory_quantity }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <PageLink to="/products/$id" params={{ id: product_id }} size="sm">
              {variantName(product_title, title, ' · ')}
            </PageLink>
            <StatusBadge
              tone={inventory_quantity > 0 ? TONES.stock.low : TONES.stock.soldOut}
              text={words.units(inventory_quantity)}
            />
          </Group>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt={data?.variants.length ? 'sm' : 0}>
        {data?.variants.length === 0 ? words.noLowStock : words.lowStockHint}
      </Text>
    </Section>
  )
}
