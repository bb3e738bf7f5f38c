import { expect, test } from 'vitest'
import { z } from 'zod'
import { type FieldWords, sentenceOfIssue } from '#console/components/form/issue-sentence.ts'
import { words as de } from '#console/strings/de/fields.ts'
import { en } from '#console/strings/fields.ts'

const sentencesOf = (schema: z.ZodType, value: unknown, words: FieldWords) =>
  schema
    .safeParse(value, { error: (issue) => sentenceOfIssue(issue, words) })
    .error?.issues.map(({ message }) => message)

test.each([
  ['above a limit', z.number().gt(0), 0, 'Enter more than 0', 'Geben Sie mehr als 0 ein'],
  ['from a limit', z.number().min(2), 1, 'Enter at least 2', 'Geben Sie mindestens 2 ein'],
  ['up to a limit', z.number().max(5), 6, 'Enter at most 5', 'Geben Sie höchstens 5 ein'],
])('a number %s has a sentence', (_, schema, value, english, german) => {
  expect(sentencesOf(schema, value, en)).toEqual([english])
  expect(sentencesOf(schema, value, de)).toEqual([german])
})
