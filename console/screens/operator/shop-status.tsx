import { StatusBadge } from '#console/components/status-badge.tsx'
import { operators } from '#console/strings/operators.ts'

type Status = 'creating' | 'active' | 'paused'

const TONES = { creating: 'attention', active: 'good', paused: 'quiet' } as const

export function ShopStatus({ status }: { status: Status }) {
  const words = operators.useWords()
  return <StatusBadge tone={TONES[status]} text={words[status]} />
}
