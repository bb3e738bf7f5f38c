import classes from './status-badge.module.css'

/**
 * `good`: done, or in force. `busy`: under way, and no user has to act. `attention`: a user has to act. `bad`: failed. `quiet`: ended, or
 * not begun.
 */
export type Tone = 'good' | 'busy' | 'attention' | 'bad' | 'quiet'

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
