import { Group } from '@mantine/core'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { operators } from '#console/strings/operators.ts'
import type { OperatorOutputs } from '#routers/operator/index.ts'

type Shop = OperatorOutputs['shops']['list']['shops'][number]

/** The status of a shop, its problems and its copy. */
export function ShopProblems({ shop }: { shop: Pick<Shop, 'status' | 'problems' | 'copy' | 'failing_jobs'> }) {
  const words = operators.useWords()
  const { status, problems, copy, failing_jobs } = shop
  return (
    <Group gap={4}>
      {status !== 'creating' && <StatusBadge tone={TONES.shop[status]} text={words[status]} />}
      {problems.map((name) => (
        <StatusBadge
          key={name}
          tone={name === 'outdated' ? 'attention' : 'bad'}
          text={name === 'failing_jobs' ? words.failingJobs(failing_jobs ?? 0) : words[`problem_${name}`]}
        />
      ))}
      {copy && (
        <StatusBadge tone="attention" text={copy.is_complete ? words.hasCopy(copy.server) : words.moves(copy.server)} />
      )}
    </Group>
  )
}
