import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './part.module.css'

interface PartProps {
  title: string
  badge?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** One of several things in a section, such as one of the fulfillments. */
export function Part({ title, badge, actions, children }: PartProps) {
  return (
    <article className={classes.part} aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Group gap="xs">
          <Title order={3} fz="sm">
            {title}
          </Title>
          {badge}
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </article>
  )
}
