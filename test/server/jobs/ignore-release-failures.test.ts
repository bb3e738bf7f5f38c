import { pino } from 'pino'
import { expect, test } from 'vitest'
import { ignoreReleaseFailures } from '#server/jobs/ignore-release-failures.ts'
import { untyped } from '#test/support/untyped.ts'

test('a failed release of jobs is ignored', async () => {
  const followed: Promise<unknown>[] = []
  const localQueue = { background: (work: Promise<unknown>) => void followed.push(work) }
  ignoreReleaseFailures(pino({ level: 'silent' })).emit('localQueue:init', untyped({ localQueue }))
  localQueue.background(Promise.reject(new Error('the database system is shutting down')))
  await expect(Promise.all(followed)).resolves.toHaveLength(1)
})
