import { Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'
import { RetryLater } from '../base/retry-later.ts'

/** Writes messages of graphile-worker to the log, without payloads. */
export const createWorkerLogger = (logger: Logger): WorkerLogger =>
  new WorkerLogger(({ taskIdentifier, jobId }) => (level, message, meta) => {
    const facts = { task: taskIdentifier, job: jobId, err: meta?.error }
    if (level === 'error' && !(meta?.error instanceof RetryLater)) logger.error(facts, firstLine(message))
    else if (level === 'error' || level === 'warning') logger.warn(facts, firstLine(message))
    else logger.debug(facts, firstLine(message))
  })

const firstLine = (message: string): string => message.split('\n', 1)[0] as string
