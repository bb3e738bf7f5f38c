import { useMutation } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'

export type Job = RouterOutputs['admin']['batchJobs']['get']['batch_job']

interface JobOrder {
  type: string
  context: Record<string, unknown>
  dry_run: boolean
}

interface BatchJobState {
  /** The latest state of the job. Undefined before a job starts. */
  job: Job | undefined
  error: unknown
  isStarting: boolean
  start(order: JobOrder): void
  /** Cancels the job and starts another one. */
  restart(order: JobOrder): void
  confirm(): void
  cancel(): void
  /** Forgets the job, so that another one can start. */
  reset(): void
}

/** Starts a batch job and follows its progress. `onCompleted` runs once, when the job has completed. */
export function useBatchJob(onCompleted?: (job: Job) => void): BatchJobState {
  const [job, setJob] = useState<Job>()
  const id = job?.id ?? ''
  const [watched, setWatched] = useState(false)
  const follow = (started: Job) => {
    setJob(started)
    setWatched(true)
  }
  const create = useMutation(
    trpc.admin.batchJobs.create.mutationOptions({ ...shownInPlace, onSuccess: ({ batch_job }) => follow(batch_job) }),
  )
  const confirm = useMutation(
    trpc.admin.batchJobs.confirm.mutationOptions({ ...shownInPlace, onSuccess: ({ batch_job }) => follow(batch_job) }),
  )
  const cancel = useMutation(
    trpc.admin.batchJobs.cancel.mutationOptions({ ...shownInPlace, onSuccess: ({ batch_job }) => setJob(batch_job) }),
  )
  const subscription = useSubscription(
    trpc.admin.batchJobs.watch.subscriptionOptions(
      { id },
      {
        enabled: watched && id !== '',
        onData: (changed) => {
          setJob(changed)
          if (!['completed', 'failed', 'canceled'].includes(changed.status)) return
          setWatched(false)
          if (changed.status === 'completed') onCompleted?.(changed)
        },
      },
    ),
  )
  return {
    job,
    error: create.error ?? confirm.error ?? cancel.error ?? subscription.error,
    isStarting: create.isPending || confirm.isPending || cancel.isPending,
    start: create.mutate,
    restart: (order) => cancel.mutate({ id }, { onSuccess: () => create.mutate(order) }),
    confirm: () => confirm.mutate({ id }),
    cancel: () => cancel.mutate({ id }),
    reset: () => {
      setWatched(false)
      setJob(undefined)
      for (const mutation of [create, confirm, cancel]) mutation.reset()
    },
  }
}
