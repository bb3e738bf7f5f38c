import { setTimeout as pause } from 'node:timers/promises'
import type { AnyRouter } from '@trpc/server'
import type { Request, Response } from 'express'
import { transformer } from '#routers/procedures/transformer.ts'
import { type ContextDependencies, createRequestContext } from './request-context.ts'

/** The queries of each page of a signed-in user. They have no input. */
const FIRST = ['admin.auth.current', 'admin.auth.permissions', 'admin.store.get', 'admin.plugins.list'] as const

/** In milliseconds. A page without the answers asks for them. */
const LIMIT = 500

/**
 * Returns a function for JSON of the answers that each page of the console needs first, by the name of the query, so that the browser need not ask
 * for them. It leaves out the answers beyond the role of the caller, and returns undefined without a signed-in user or if the shop is slow.
 */
export function consoleAnswers(router: AnyRouter, dependencies: ContextDependencies) {
  return async (req: Request, res: Response): Promise<string | undefined> => {
    if (!req.headers.cookie) return undefined
    const call = router.createCaller(createRequestContext(dependencies, req, res))
    const answers = Promise.allSettled(FIRST.map((name) => answerOf(call, name)))
    const limit = pause(LIMIT, undefined, { ref: false })
    const known = ((await Promise.race([answers, limit])) ?? []).flatMap((answer, at) =>
      answer.status === 'fulfilled' ? [[FIRST[at], transformer.output.serialize(answer.value)]] : [],
    )
    return known.length > 0 ? JSON.stringify(Object.fromEntries(known)) : undefined
  }
}

type Caller = { [name: string]: Caller } & (() => Promise<unknown>)

const answerOf = (call: object, name: string): Promise<unknown> =>
  name.split('.').reduce((caller, part) => caller[part]!, call as Caller)()
