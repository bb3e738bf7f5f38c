import { Progress, Stack, Text } from '@mantine/core'
import { currentLocale } from '#console/app/language.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import { percentText } from '../percent-text.ts'
import type { Job } from './use-batch-job.ts'

/** A bar with the share of the job that is done, or a moving bar with the number of rows while the share is unknown. */
export function JobProgress({ job, text }: { job: Job | undefined; text: string }) {
  const { progress, count, advancement_count } = job?.result ?? {}
  const share = progress ?? (count && advancement_count !== undefined ? advancement_count / count : undefined)
  const words = batchJobs.useWords()
  const percent = share === undefined ? 100 : Math.round(share * 100)
  const rows = advancement_count ? words.readSoFar(advancement_count.toLocaleString(currentLocale())) : undefined
  const done = share === undefined ? rows : percentText(percent)
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{done ? `${text} · ${done}` : text}</Text>
      <Progress value={percent} animated aria-label={text} />
    </Stack>
  )
}
