import { Router } from 'express'
import type { Readiness } from './readiness.ts'

/**
 * `/health`: the process is alive, which it says without touching anything. `/ready`: requests should be sent to it, which
 * it answers with 200, or with 503 and the check that failed.
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
