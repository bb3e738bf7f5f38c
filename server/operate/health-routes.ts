import { Router } from 'express'
import type { Readiness } from './readiness.ts'

/**
 * `/health` responds if the process is alive. `/ready` responds with 200 if the process can take requests, else with
 * 503 and the failed check.
 */
export function healthRoutes(readiness: Readiness): Router {
  return Router()
    .get('/health', (_req, res) => {
      res.type('text/plain').send('OK')
    })
    .get('/ready', async (_req, res) => {
      const answer = await readiness.check()
      res.set('Cache-Control', 'no-store')
      res.status(answer.status === 'ready' ? 200 : 503).json(answer)
    })
}
