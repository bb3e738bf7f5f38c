import { Group } from '@mantine/core'
import { StatusBadge } from '../status-badge.tsx'

export const TagBadges = ({ tags }: { tags: readonly string[] }) => (
  <Group gap={4}>
    {tags.map((tag) => (
      <StatusBadge key={tag} tone="quiet" text={tag} />
    ))}
  </Group>
)
