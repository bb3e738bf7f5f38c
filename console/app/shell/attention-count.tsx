import { VisuallyHidden } from '@mantine/core'
import type { AreaName } from '#console/strings/navigation.ts'
import { shell } from '#console/strings/shell.ts'
import classes from './shell.module.css'
import { useAttentionCounts } from './use-attention-counts.ts'

/** The number of things that need attention: of one area, or of all areas on the button of the menu. */
export function AttentionCount({ area }: { area?: AreaName }) {
  const words = shell.useWords()
  const counts = useAttentionCounts()
  const count = area ? (counts[area] ?? 0) : Object.values(counts).reduce((sum, one) => sum + one, 0)
  if (count === 0) return null
  return (
    <span className={area ? classes.count : classes.countOfMenu}>
      <span aria-hidden>{count > MAX ? `${MAX}+` : count}</span>
      <VisuallyHidden>{words.needAttention(count)}</VisuallyHidden>
    </span>
  )
}

const MAX = 99
