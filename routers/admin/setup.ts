import { z } from 'zod'
import { lockStore } from '#entities/market/store/find-store.ts'
import { readSetup, SETUP_STEPS } from '#entities/statistics/read-setup.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const StepName = z.enum(SETUP_STEPS)

const setupResponse = z.object({
  setup: z.object({
    /** Whether the merchant has done or skipped each step. */
    is_complete: z.boolean(),
    steps: z.array(
      z.object({
        name: StepName,
        state: z.enum(['open', 'done', 'skipped']),
        regions: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
})

export const setup = router({
  get: adminProcedure
    .meta(rest('GET', '/setup', 'Retrieve what the shop needs before it can sell'))
    .input(emptyInput)
    .output(setupResponse)
    .query(({ ctx }) => answer(ctx)),

  skip: adminProcedure
    .meta(rest('POST', '/setup/{step}', 'Skip a step of the setup, or show a skipped step again', { lockKey: 'step' }))
    .input(z.strictObject({ step: StepName, is_skipped: z.boolean() }))
    .output(setupResponse)
    .mutation(async ({ ctx, input: { step, is_skipped } }) => {
      const store = await lockStore(ctx.em)
      const others = store.skipped_setup_steps.filter((name) => name !== step)
      store.skipped_setup_steps = is_skipped ? [...others, step] : others
      await ctx.em.flush()
      return answer(ctx)
    }),
})

async function answer({ em, services }: ProcedureContext): Promise<z.output<typeof setupResponse>> {
  const steps = await readSetup(em, services.setup)
  return { setup: { is_complete: steps.every(({ state }) => state !== 'open'), steps } }
}
