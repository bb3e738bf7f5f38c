import { Group, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMay } from '#console/app/permissions.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { home } from '#console/strings/home.ts'
import { topProductsOf } from './home-queries.ts'
import type { Period } from './period.ts'

export function TopProducts({ period }: { period: Period }) {
  const words = home.useWords()
  const isShown = useMay()('statistics.topProducts')
  const { data } = useQuery({ ...topProductsOf(period), placeholderData: keepPreviousData, enabled: isShown })
  if (!isShown || !data || data.products.length === 0) return null
  return (
    <div>
      <Text size="xs" c="var(--quiet)" mb={4}>
        {words.topProducts}
      </Text>
      <Stack gap={2}>
        {data.products.map(({ id, title, units }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <PageLink to="/products/$id" params={{ id }} size="sm" truncate display="inline-block" lh="24px">
              {title}
            </PageLink>
            <Text size="sm" className="number">
              {words.soldUnits(units)}
            </Text>
          </Group>
        ))}
      </Stack>
    </div>
  )
}
