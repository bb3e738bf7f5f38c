import { Fragment, type ReactNode } from 'react'
import { Section } from '#console/components/section.tsx'

interface PartsSectionProps<Row> {
  title: string
  rows: readonly Row[]
  /** Shows one row by its number, from 1. */
  part(row: Row, number: number): ReactNode
}

/** The claims, exchanges or returns of an order. Without rows, there is no section. */
export function PartsSection<Row extends { id: string }>({ title, rows, part }: PartsSectionProps<Row>) {
  if (rows.length === 0) return null
  return (
    <Section title={title} isFlush>
      {rows.map((row, index) => (
        <Fragment key={row.id}>{part(row, index + 1)}</Fragment>
      ))}
    </Section>
  )
}
