import { Progress, Stack, Text } from '@mantine/core'
import { percentText } from '../percent-text.ts'
import type { Job } from './use-batch-job.ts'

/** A bar with the share of the job that is done, or a moving bar while the share is unknown. */
export function JobProgress({ job, text }: { job: Job | undefined; text: string }) {
  const { progress, count, advancement_count } = job?.result ?? {}
  const share = progress ?? (count && advancement_count !== undefined ? advancement_count / count : undefined)
  const percent = share === undefined ? 100 : Math.round(share * 100)
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{share === undefined ? text : `${text} · ${percentText(percent)}`}</Text>
      <Progress value={percent} animated aria-label={text} />
    </Stack>
  )
}
