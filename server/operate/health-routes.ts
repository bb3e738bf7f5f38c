import { Router } from 'express'
import type { Logger } from 'pino'
import type { Readiness, ReadyAnswer } from './readiness.ts'

/** `/ready` responds with 200 if the process can take requests, and otherwise with 503 and all checks. Each change of the failed checks is logged. */
export function healthRoutes(readiness: Readiness, logger: Logger): Router {
  let lastFailedChecks = ''
  return Router()
    .get('/health', (_req, res) => {
      res.type('text/plain').send('OK')
    })
    .get('/ready', async (_req, res) => {
      const answer = await readiness.check()
      const failedChecks = failedChecksOf(answer)
      if (failedChecks !== lastFailedChecks) logReadiness(logger, answer)
      lastFailedChecks = failedChecks
      res.set('Cache-Control', 'no-store')
      res.status(answer.status === 'ready' ? 200 : 503).json(answer)
    })
}

const failedChecksOf = ({ checks }: ReadyAnswer): string =>
  Object.entries(checks)
    .flatMap(([name, { status }]) => (status === 'pass' ? [] : [name]))
    .join()

function logReadiness(logger: Logger, { status, checks }: ReadyAnswer): void {
  if (status === 'ready') logger.info('The server is ready again')
  else if (checks.accepting.status === 'pass') logger.warn({ checks }, 'The server is not ready')
}
