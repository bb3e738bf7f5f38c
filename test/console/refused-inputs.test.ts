import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TRPCClientError } from '@trpc/client'
import superjson from 'superjson'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type AppRouter, shopError } from '#client/index.ts'
import { fieldErrorsOf } from '#console/components/form/field-errors.ts'
import { sentenceOfIssue } from '#console/components/form/issue-sentence.ts'
import { refusalText } from '#console/components/refusal-text.ts'
import { words as de } from '#console/strings/de/common.ts'
import { en as fieldWords } from '#console/strings/fields.ts'
import { en as refusalWords } from '#console/strings/refusals.ts'
import { appRouter } from '#routers/index.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { sampleOf } from './sample-of-schema.ts'

/* Every input of a mutation of the console, with every kind of wrong value in all its fields at once. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const WRONG: Readonly<Record<string, unknown>> = {
  'nothing at all': undefined,
  null: null,
  'an empty text': '',
  blanks: '  ',
  'a long text': 'x'.repeat(20_000),
  'two lines': 'one\ntwo',
  'a small number': -1_000_000_000_000,
  'a large number': 1e300,
  'a broken number': 1.23456789,
  'a truth value': true,
  'an empty list': [],
  'a list of wrong values': [{ nonsense: 1 }, 'x', ''],
  'an unknown object': { nonsense: true },
}

const en = { ...fieldWords, ...refusalWords }
const consoleFolder = join(import.meta.dirname, '../../console')
const procedures = Object.keys(appRouter._def.procedures)
const source = globSync('{app,components,screens}/**/*.{ts,tsx}', { cwd: consoleFolder })
  .map((file) => readFileSync(join(consoleFolder, file), 'utf8'))
  .join('\n')
const called = procedures.filter(
  (name) => isMutation(name) && new RegExp(`\\btrpc\\.${name.replaceAll('.', '\\.')}\\b`).test(source),
)

function isMutation(name: string): boolean {
  const procedure: unknown = Reflect.get(appRouter._def.procedures, name)
  return JSON.stringify(Reflect.get(Object(procedure), '_def')?.type) === '"mutation"'
}

/** Texts of libraries, of the shop for programs, and of another language. */
const FOREIGN =
  /expected|invalid input|too (small|big)|must (be|not|have)|should not|zod|undefined|NaN|\bKey \(|conforming/i

test('the console calls mutations with input', () => {
  expect(called.length).toBeGreaterThan(80)
})

test.each(called)('each wrong value of %s is refused in a sentence of the console, in both languages', async (name) => {
  const answer = await fetch(`${shop.url}/app/inputs/${name}.json`)
  const json: Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean> = JSON.parse(await answer.text())
  const schema = z.fromJSONSchema(json)
  const fields = Object.keys(json.properties ?? {})
  for (const [kind, value] of Object.entries(WRONG)) {
    const input = Object.fromEntries(fields.map((field) => [field, value]))
    for (const words of [en, de]) {
      const { error } = schema.safeParse(JSON.parse(JSON.stringify(input)), {
        error: (issue) => sentenceOfIssue(issue, words),
      })
      for (const { path, message } of error?.issues ?? [])
        expectSentence(message, words, { kind, path: path.join('.') })
    }
    const failure = await refusalOf(name, input)
    if (!failure) continue
    for (const words of [en, de])
      for (const [path, message] of Object.entries(fieldErrorsOf(failure, { names: fields }, words)))
        expectSentence(message, words, { kind, path })
  }
})

test.each(
  called,
)('a refusal of %s that is about no rule of a field has words without the English message', async (name) => {
  const answer = await fetch(`${shop.url}/app/inputs/${name}.json`)
  const refusal = shopError(await refusalOf(name, withoutSelection(sampleOf(JSON.parse(await answer.text())))))
  if (!refusal || refusal.fields.some(({ rule }) => rule) || /^A dry run is not possible/.test(refusal.message)) return
  expect(refusalText(refusal, de)).not.toContain(refusal.message)
})

/** The console writes the selection of the response itself. */
function withoutSelection(input: unknown): object {
  const { fields, expand, ...others } = Object(input)
  return others
}

const englishSentences = new Set(Object.values(fieldWords).map(String))

function expectSentence(message: string, words: object, where: object): void {
  expect({ ...where, message }).toEqual({ ...where, message: expect.not.stringMatching(FOREIGN) })
  if (words === de)
    expect({ ...where, isEnglish: englishSentences.has(message) }).toEqual({ ...where, isEnglish: false })
}

/** Sends a mutation that changes nothing, and returns its error. */
async function refusalOf(name: string, input: object): Promise<unknown> {
  const answer = await fetch(`${shop.url}/trpc/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json', 'x-dry-run': 'true' },
    body: JSON.stringify(superjson.serialize(input)),
  })
  const body: { error: Parameters<typeof superjson.deserialize>[0] } = JSON.parse(await answer.text())
  expect(answer.status).toBeLessThan(500)
  if (answer.ok) return undefined
  const error = superjson.deserialize<object>(body.error)
  return TRPCClientError.from<AppRouter>({ error: Object(error) })
}
