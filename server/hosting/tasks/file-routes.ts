import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express'
import { DomainError, NotFound, Unauthorized } from '#entities/errors.ts'
import { toUnavailableError } from '#entities/platform/database-errors/unavailable.ts'
import { domainErrorBody, httpStatusOf, toTrpcError } from '#routers/errors/errors.ts'
import type { OperatorSession } from '#routers/operator/deployment.ts'
import { notFromConsole } from '#routers/operator/guard-console-call.ts'
import { isTrusted } from '#server/auth/trusted-origin.ts'
import { isClosedByClient } from '#server/http/routes/send-stream.ts'
import { insertOutcome } from '../people/directory-audit.ts'
import type { ShopTasks } from './shop-tasks.ts'
import type { TaskFiles } from './task-files.ts'

interface FileRoutes {
  tasks: ShopTasks
  files: TaskFiles
  sessionOf(req: Request, res: Response): Pick<OperatorSession, 'identify'>
}

/** Takes the file of an import, and sends that of an export. Only for operators. */
export function fileRoutes({ tasks, files, sessionOf }: FileRoutes): Router {
  const routes = express.Router()
  const operatorOf = async (req: Request, res: Response): Promise<string> => {
    const email = await sessionOf(req, res).identify()
    if (email === undefined) throw new Unauthorized()
    res.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    return email
  }
  routes.post('/operator/files', async (req, res) => {
    if (!isTrusted(req, [])) throw notFromConsole()
    const email = await operatorOf(req, res)
    const upload = await files.write(req, Number(req.headers['content-length'] ?? 0))
    await insertOutcome(tasks.em, email, 'files.upload', 'done')
    res.json({ upload })
  })
  routes.get('/operator/files/:task', async (req, res) => {
    const email = await operatorOf(req, res)
    const task = await tasks.get(req.params.task)
    const file = task.kind === 'export' && task.status === 'done' ? await files.findExport(task.id) : undefined
    if (!file) throw new NotFound('This file is deleted a day after its export. Export the shop again.')
    await insertOutcome(tasks.em, email, 'files.download', `${task.shop_id} ${task.id}`)
    const name = `${task.shop_id}-${task.created_at.toISOString().slice(0, 10)}.shop`
    res.set({
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Content-Length': String(file.bytes),
    })
    await pipeline(createReadStream(file.path), res).catch((error) => {
      if (!isClosedByClient(error)) throw error
    })
  })
  routes.use('/operator/files', sendReason)
  return routes
}

/** The console translates the reason. */
const sendReason: ErrorRequestHandler = (error, _req, res, next) => {
  const refusal = error instanceof DomainError ? error : toUnavailableError(error)
  if (!refusal?.reason || res.headersSent) return next(error)
  const { reason } = refusal
  res.status(httpStatusOf(toTrpcError(refusal))).json({ ...domainErrorBody(refusal), reason })
}
