import { randomUUID } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Request, Response } from 'express'
import type { BatchTypes } from '#entities/batch-job/batch-type.ts'
import type { FileStore } from '#entities/file/file-port.ts'
import type { Tokens } from '#entities/tokens.ts'
import type { Context, Limits, Providers } from '#routers/context.ts'
import { installedBatchTypes } from './batch-types/installed.ts'
import { RequestCaller, type SessionSettings } from './session.ts'

export interface ContextDependencies {
  orm: MikroORM
  providers: Providers
  files: FileStore
  /** Default: those that are installed. */
  batchTypes?: BatchTypes
  session: SessionSettings
  tokens: Tokens
  limits: Limits
}

/** Makes the context of one request; `input` is what came with it, where it came over REST. */
export function contextOf(
  dependencies: ContextDependencies,
  req: Request,
  res: Response,
  input?: Record<string, unknown>,
): Context {
  const { orm, providers, files, batchTypes = installedBatchTypes, tokens, limits } = dependencies
  const key = req.headers['idempotency-key']
  const id = requestId(req)
  return {
    orm,
    providers,
    files,
    batchTypes,
    tokens,
    limits,
    caller: new RequestCaller(dependencies, req, res),
    request: {
      id,
      transport: input ? 'rest' : 'trpc',
      ip: req.ip ?? '',
      userAgent: req.headers['user-agent'] ?? '',
      idempotencyKey: (Array.isArray(key) ? key[0] : key) || undefined,
      ...(input ? { input } : {}),
    },
    answer: { headers: { 'X-Request-Id': id } },
  }
}

/** The name that a proxy, or the caller, gave to the request; else one of our own. */
function requestId(req: Request): string {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && /^[\w.:+/=-]{1,128}$/.test(given) ? given : randomUUID()
}
