import { initTRPC, type TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ProcedureCall, runProcedure } from '#server/http/run-procedure.ts'

const t = initTRPC.context<{ who: string }>().create()
const named = t.procedure.use(({ ctx, next }) => next({ ctx: { greeting: `Hello ${ctx.who}` } }))
const refusing = t.procedure.use(() => {
  throw new RangeError('Not today')
})
const greeting = { input: z.object({ times: z.number().default(1) }), output: z.object({ text: z.string() }) }

const router = t.router({
  greet: named
    .input(greeting.input)
    .output(greeting.output)
    .query(({ ctx, input }) => ({ text: ctx.greeting.repeat(input.times), secret: 'kept' })),
  lies: named.output(greeting.output).query(() => ({ text: 1 }) as never),
  fails: named.output(greeting.output).query((): { text: string } => {
    throw new RangeError('Too late')
  }),
  refuses: refusing.output(greeting.output).query(() => ({ text: 'never' })),
})
type Name = 'greet' | 'lies' | 'fails' | 'refuses'

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    (answer) => ({ answer }),
    ({ code, message, cause }: TRPCError) => ({ code, message, cause: cause?.message }),
  )

// What tRPC does is the measure.
test.each<[Name, unknown]>([
  ['greet', { times: 2 }],
  ['greet', {}],
  ['greet', { times: 'often' }],
  ['lies', undefined],
  ['fails', undefined],
  ['refuses', undefined],
])('%s comes to the same as where tRPC calls it with %j', async (name, input) => {
  const ctx = { who: 'Ada' }
  const call = { path: name, type: 'query', ctx, getRawInput: async () => input, signal: undefined, batchIndex: 0 }
  const ours = await outcomeOf(runProcedure(router[name], call as unknown as ProcedureCall))
  expect(ours).toEqual(await outcomeOf(router.createCaller(ctx)[name](input as never)))
})

test('what an answer does not promise is left out, and an answer that breaks its promise is none', async () => {
  const call = { path: '', type: 'query', ctx: { who: 'Ada' }, getRawInput: async () => ({}) }
  expect(await runProcedure(router.greet, call as unknown as ProcedureCall)).toEqual({ text: 'Hello Ada' })
  await expect(runProcedure(router.lies, call as unknown as ProcedureCall)).rejects.toThrow('Output validation failed')
})
