import classes from './status-badge.module.css'
import type { Tone } from './status-tones.ts'

interface StatusBadgeProps {
  tone: Tone
  text: string
}

/** A short status. The colour repeats what the text states. */
export function StatusBadge({ tone, text }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {text}
    </span>
  )
}
