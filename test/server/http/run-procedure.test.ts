import { initTRPC, TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import type { Context } from '#routers/context/context.ts'
import { type ProcedureDefinition, runProcedure } from '#server/http/run-procedure.ts'
import { fake } from '#test/support/fake.ts'

/* REST runs the middlewares of a procedure itself. A probe with three middlewares runs as over tRPC. */

type Step = 'first' | 'second' | 'third' | 'resolver'

interface Probe {
  input?: unknown
  /** Throws the error in this step. */
  fails?: { step: Step; error: unknown }
  /** The third middleware replaces the result, or the second continues twice. */
  does?: 'replace' | 'recover' | 'repeat' | 'change the input'
}

interface Run {
  log: unknown[]
  answer?: unknown
  error?: { code: string; message: string; cause: unknown }
}

const t = initTRPC.context<Context>().meta<{ summary: string }>().create()

function createProbe({ fails, does }: Probe, log: unknown[]) {
  const enter = (step: Step, seen: object) => {
    log.push([step, seen])
    if (fails?.step === step) throw fails.error
  }
  return t.procedure
    .meta({ summary: 'Probe' })
    .use(async ({ ctx, path, type, meta, input, getRawInput, next }) => {
      enter('first', { ctx, path, type, meta, input, raw: await getRawInput() })
      const result = await next({ ctx: { first: 1, shared: 'first' } })
      log.push(['first left', result.ok])
      return does === 'recover' && !result.ok ? next({ ctx: { first: 2, shared: 'recovered' } }) : result
    })
    .input(z.object({ name: z.string().trim() }))
    .use(async ({ ctx, input, next }) => {
      enter('second', { ctx, input })
      if (does === 'repeat') await next({ ctx: { second: 'once' } })
      const changed = does === 'change the input' ? { input: { name: 'changed' } } : {}
      const result = await next({ ctx: { second: 'again' }, ...changed })
      log.push(['second left', result.ok])
      return result
    })
    .use(async ({ ctx, input, next }) => {
      enter('third', { ctx, input })
      const result = await next({ ctx: { shared: 'third' } })
      log.push(['third left', result.ok])
      return does === 'replace' && result.ok ? { ...result, data: 'replaced' } : result
    })
    .query(({ ctx, input }) => {
      enter('resolver', { ctx, input })
      return { ctx, input }
    })
}

async function runOver(transport: 'rest' | 'trpc', probe: Probe): Promise<Run> {
  const log: unknown[] = []
  const procedure = createProbe(probe, log)
  const definition = procedure._def as typeof procedure._def & ProcedureDefinition
  const ctx = fake<Context>({ settings: new Map() })
  const { input = { name: ' Ada ' } } = probe
  try {
    const answer =
      transport === 'trpc'
        ? await t
            .router({ probe: procedure })
            .createCaller(ctx)
            .probe(input as { name: string })
        : await runProcedure(definition, { ctx, path: 'probe', getRawInput: async () => input })
    return { log, answer }
  } catch (error) {
    const { code, message, cause } = error as TRPCError
    return { log, error: { code, message, cause } }
  }
}

const error = new NotFound('There is no such row')
const steps: Step[] = ['first', 'second', 'third', 'resolver']

test.each<[name: string, probe: Probe]>([
  ['a procedure that succeeds', {}],
  ['an invalid input', { input: { name: 1 } }],
  ['a middleware that replaces the result', { does: 'replace' }],
  ['a middleware that changes the input', { does: 'change the input' }],
  ['a middleware that continues twice', { does: 'repeat' }],
  ['a middleware that continues again after an error', { does: 'recover', fails: { step: 'third', error } }],
  ...steps.map((step): [string, Probe] => [`an error in the step ${step}`, { fails: { step, error } }]),
  ['an error of tRPC', { fails: { step: 'resolver', error: new TRPCError({ code: 'CONFLICT', message: 'Busy' }) } }],
  ['a thrown text', { fails: { step: 'second', error: 'plain text' } }],
])('REST and tRPC run %s with equal contexts, order and errors', async (_name, probe) => {
  const [rest, trpc] = [await runOver('rest', probe), await runOver('trpc', probe)]
  expect(rest).toEqual(trpc)
  expect(rest.log.length).toBeGreaterThan(0)
  expect('answer' in rest).toBe(!probe.fails && probe.input === undefined)
})
