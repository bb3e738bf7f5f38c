import { Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import { RetryLater } from './retry-later.ts'

/** What graphile-worker has to say, in our log. Payloads are left out; that a job was done is of interest to developers only. */
export const createWorkerLogger = (logger: Logger): WorkerLogger =>
  new WorkerLogger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    const facts = { task: taskIdentifier, job: jobId, err: meta?.error }
    if (level === 'error' && !(meta?.error instanceof RetryLater)) logger.error(facts, firstLine(message))
    else if (level === 'error' || level === 'warning') logger.warn(facts, firstLine(message))
    else logger.debug(facts, firstLine(message))
  })

// The rest is the stack, which the error has too.
const firstLine = (message: string): string => message.split('\n', 1)[0] as string
