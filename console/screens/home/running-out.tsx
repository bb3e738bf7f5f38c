import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { variantName } from '#console/components/variants/variant-name.ts'
import { home } from '#console/strings/home.ts'
import { runningOut } from './home-queries.ts'

/** The variants whose stock ends soon, if the shop sells as in the last 30 days. */
export function RunningOut() {
  const words = home.useWords()
  const { data } = useQuery(runningOut())
  if (!data || data.variants.length === 0) return null
  return (
    <Section needs="statistics.runningOut" title={words.runningOut}>
      <Stack gap="xs">
        {data.variants.map(({ id, product_id, title, product_title, inventory_quantity, days_left }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div style={{ minWidth: 0 }}>
              <PageLink to="/products/$id" params={{ id: product_id }} size="sm" display="inline-block" lh="24px">
                {variantName(product_title, title, ' · ')}
              </PageLink>
              <Text size="xs" c="var(--quiet)">
                {words.units(inventory_quantity)}
              </Text>
            </div>
            <StatusBadge tone={days_left > 3 ? 'attention' : 'bad'} text={words.daysLeft(days_left)} />
          </Group>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" mt="sm">
        {words.runningOutHint}
      </Text>
    </Section>
  )
}
