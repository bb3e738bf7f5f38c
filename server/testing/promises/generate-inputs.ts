import fc from 'fast-check'
import { inputsOf, smallInputsOf } from '../hostile/inputs.ts'
import type { Target } from '../hostile/targets.ts'
import type { Vocabulary } from '../hostile/vocabulary.ts'
import type { Sample, Subject } from './subject.ts'

const SAMPLES = 60
const MAX_INPUTS = 30

/** Returns the inputs that the author of the plugin gave, or else generated inputs, short ones first. */
export function generateInputs(
  { inputs }: Subject,
  { name, input: schema }: Target,
  { vocabulary, sample, seed = 1 }: { vocabulary: Vocabulary; sample: Sample; seed?: number },
): unknown[] {
  const example = inputs[name]
  if (example) return [example(sample)].flat()
  if (!schema) return [{}]
  const fitting = { ...vocabulary, wordsFor: vocabulary.fittingWordsFor }
  const generated = [smallInputsOf, inputsOf].flatMap((generate) =>
    fc.sample(generate(schema, name, fitting), { seed, numRuns: SAMPLES }),
  )
  const accepted = generated.filter((input) => schema.safeParse(input).success)
  return [...new Map(accepted.map((input) => [JSON.stringify(input), input])).values()].slice(0, MAX_INPUTS)
}
