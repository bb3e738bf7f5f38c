import { Router } from 'express'
import type { Readiness } from './readiness.ts'

/** `/ready` responds with 200 if the process can take requests, and otherwise with 503 and all checks. */
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
