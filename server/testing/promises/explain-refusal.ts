import type { TRPCClientError } from '@trpc/client'
import { shopError } from '#client/index.ts'
import type { AppRouter } from '#routers/index.ts'
import type { StepName } from '#server/plugin/steps.ts'

const STEP_OF_PROCEDURE: Readonly<Record<string, StepName>> = {
  'store.carts.addLineItem': 'cart.addLine',
  'store.carts.complete': 'cart.complete',
}

/** @throws Error that names the step and the solution, if the shop refuses a call for a cart of the promises. */
export async function explainRefusal<Result>(sample: Promise<Result>): Promise<Result> {
  try {
    return await sample
  } catch (error) {
    const refusal = shopError(error)
    if (!refusal || refusal.httpStatus >= 500) throw error
    const procedure = (error as TRPCClientError<AppRouter>).data?.path ?? ''
    const step = STEP_OF_PROCEDURE[procedure]
    const place = step ? `The step ${step}` : procedure
    throw new Error(`${place} refused a cart of the promises: ${refusal.message}. ${SOLUTION}`, { cause: error })
  }
}

const SOLUTION = 'Create carts that the rules accept in the option addCart of promises().'
