import { Card, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ProcedureName, useMay } from '#console/app/permissions.ts'
import classes from './section.module.css'

interface SectionProps {
  title: string
  actions?: ReactNode
  children: ReactNode
  /** Without a padding, for tables. */
  isFlush?: boolean
  /** The procedure without which the section has no content. Without this right, there is no section. */
  needs?: ProcedureName
}

/** A card with a title. */
export function Section({ title, actions, children, isFlush = false, needs }: SectionProps) {
  const may = useMay()
  if (needs && !may(needs)) return null
  return (
    <Card component="section" padding={0} aria-label={title}>
      <Group justify="space-between" className={classes.head}>
        <Title order={2}>{title}</Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      <div className={isFlush ? classes.flush : classes.body}>{children}</div>
    </Card>
  )
}

interface FactsProps {
  /** Pairs of a name and a value. */
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** Names and values in two columns. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ColumnsProps {
  main: ReactNode
  side: ReactNode
}

/** The wide and the narrow column of a detail page. On a phone, the narrow column is below. */
export function Columns({ main, side }: ColumnsProps) {
  return (
    <div className={classes.columns}>
      <div>{main}</div>
      <div>{side}</div>
    </div>
  )
}
