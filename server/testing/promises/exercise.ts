import type { Target } from '../hostile/targets.ts'
import type { Vocabulary } from '../hostile/vocabulary.ts'
import type { RunningShop } from '../run-shop.ts'
import { type Answer, callProcedure, isAccepted } from './call.ts'
import { generateInputs } from './generate-inputs.ts'
import type { CallerName, SampleDatabase } from './sample-database.ts'
import type { Sample, Subject } from './subject.ts'

/** A call that the shop accepted. */
export interface Example {
  target: Target
  caller: CallerName
  input: unknown
  answer: Answer
}

export interface Stage extends Pick<SampleDatabase, 'callers' | 'samples'> {
  subject: Subject
  shop: RunningShop
  vocabularyFor(sample: Sample): Promise<Vocabulary>
}

interface ExerciseOptions {
  caller: CallerName
  /** Number of accepted calls with different inputs after which the exercise ends. */
  count: number
  onAnswer?: (answer: Answer) => void
  /** Returns whether the exercise ends after this accepted call. */
  onAccepted?: () => Promise<boolean>
}

/** Calls a procedure with generated inputs until enough calls are accepted, and returns these. */
export async function exercise(
  { subject, shop, callers, samples, vocabularyFor }: Stage,
  target: Target,
  { caller, count, onAnswer, onAccepted }: ExerciseOptions,
): Promise<Example[]> {
  const sample = caller === 'otherCustomer' ? samples.otherCustomer : samples.customer
  const inputs = generateInputs(subject, target, { sample, vocabulary: await vocabularyFor(sample) })
  const accepted: Example[] = []
  for (const input of inputs) {
    const answer = await callProcedure(shop.urls[0], target, { headers: callers[caller], input })
    onAnswer?.(answer)
    if (!isAccepted(answer)) continue
    accepted.push({ target, caller, input, answer })
    if ((await onAccepted?.()) || accepted.length >= count) break
  }
  return accepted
}

/** Calls that send files or open a stream are not generated. */
export const isCallable = ({ type, takesFiles }: Target): boolean => type !== 'subscription' && !takesFiles

export const isAdminTarget = ({ name }: Target): boolean => name.startsWith('admin.')

/** The callers that may call a procedure, in the order in which examples try them. */
export function callersOf(target: Target): CallerName[] {
  if (isAdminTarget(target)) return ['administrator']
  return target.access === 'customer' ? ['customer'] : ['stranger', 'customer']
}
