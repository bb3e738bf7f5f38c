import { Badge } from '@mantine/core'

export type Tone = 'good' | 'busy' | 'attention' | 'bad' | 'quiet'

const COLORS: Record<Tone, string> = { good: 'teal', busy: 'blue', attention: 'yellow', bad: 'red', quiet: 'gray' }

interface StatusBadgeProps {
  tone: Tone
  text: string
}

/** A short status. The colour repeats what the text states. */
export function StatusBadge({ tone, text }: StatusBadgeProps) {
  return <Badge color={COLORS[tone]}>{text}</Badge>
}
