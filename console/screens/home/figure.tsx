import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLanguage } from '#console/app/language.ts'
import { percentText } from '#console/components/percent-text.ts'
import { home } from '#console/strings/home.ts'
import classes from './figure.module.css'

interface FigureProps {
  name: ReactNode
  /** Undefined without a value. */
  value: string | undefined
  /** The relative change against the period before. */
  change: number | undefined
  hint?: string
}

/** A number with its change against the period before. */
export function Figure({ name, value, change, hint }: FigureProps) {
  useLanguage()
  const words = home.useWords()
  return (
    <div className={classes.figure}>
      <Text size="xs" c="var(--quiet)" component="div">
        {name}
      </Text>
      <Text fz="1.35rem" fw={650} lh={1.3} className="number">
        {value ?? '–'}
      </Text>
      <Text size="xs" c="var(--quiet)">
        {change === undefined ? words.noComparison : words.change(percentOf(change))}
      </Text>
      {hint && (
        <Text size="xs" c="var(--quiet)">
          {hint}
        </Text>
      )}
    </div>
  )
}

/** Such as `+12%`. */
export const percentOf = (change: number): string =>
  percentText(100 * change, { maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0, signDisplay: 'exceptZero' })
