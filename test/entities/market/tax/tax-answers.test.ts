import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InvalidData } from '#entities/errors.ts'
import { TaxAnswers } from '#entities/market/tax/tax-answers.ts'
import type { TaxRequest } from '#entities/market/tax/tax-port.ts'
import { ProviderAnswerNeeded } from '#entities/platform/remote/provider-answer-needed.ts'
import { fake } from '#test/support/fake.ts'
import { taxesOf, taxOffice } from '#test/support/tax-office.ts'

const MINUTE = 60_000

const office = taxOffice()
const errors: unknown[] = []
let answers: TaxAnswers
let time = 1
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  office.reset()
  office.timeoutMs = 3000
  errors.length = 0
  answers = new TaxAnswers(new Map([[office.id, office]]), (error) => errors.push(error))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const requestOf = (amount: number): TaxRequest =>
  fake<TaxRequest>({ lines: [{ id: 'line_1', amount }], shipping_methods: [] })

/** Returns the answer, after the request to the provider if it is missing. */
async function answerFor(request: TaxRequest) {
  try {
    return answers.find(office.id, request)
  } catch (error) {
    if (!(error instanceof ProviderAnswerNeeded)) throw error
    const sent = error.request()
    await vi.advanceTimersByTimeAsync(3000)
    await sent
    return answers.find(office.id, request)
  }
}
const answerWith = (rate: number) => ({ taxes: new Map([['line_1', [{ rate, name: 'City', code: 'city' }]]]) })
const pass = (milliseconds: number) => {
  time += milliseconds
  vi.advanceTimersByTime(milliseconds)
}

test('an answer is valid for ten minutes', async () => {
  expect(await answerFor(requestOf(100))).toEqual(answerWith(8))
  office.answer = async (request) => taxesOf(request, 9)
  pass(9 * MINUTE)
  expect(await answerFor(requestOf(100))).toEqual(answerWith(8))
  pass(MINUTE + 1)
  expect(await answerFor(requestOf(100))).toEqual(answerWith(9))
  expect(office.requests.length).toBe(2)
})

test('an answer counts only for its content', async () => {
  await answerFor(requestOf(100))
  await answerFor(requestOf(200))
  expect(office.requests.map(({ lines }) => lines[0]?.amount)).toEqual([100, 200])
})

test('simultaneous requests for one content are sent once', async () => {
  await Promise.all([answerFor(requestOf(100)), answerFor(requestOf(100))])
  expect(office.requests.length).toBe(1)
})

test('a provider that is not installed has no answer', () => {
  expect(answers.find('former', requestOf(100))).toBeUndefined()
})

describe('failures', () => {
  test('a failure counts for ten seconds and is reported', async () => {
    office.answer = () => Promise.reject(new Error('down'))
    expect(await answerFor(requestOf(100))).toEqual({ error: new Error('down') })
    office.reset()
    pass(5000)
    expect(await answerFor(requestOf(100))).toEqual({ error: new Error('down') })
    pass(10_000)
    expect(await answerFor(requestOf(100))).toEqual(answerWith(8))
    expect(errors).toEqual([new Error('down')])
  })

  test('a timeout aborts the request', async () => {
    let signal: AbortSignal | undefined
    office.answer = (_, options) => {
      signal = options.signal
      return new Promise(() => {})
    }
    expect(await answerFor(requestOf(100))).toEqual({ error: new Error('No answer within 3000 ms') })
    expect(signal?.aborted).toBe(true)
  })

  test('a provider that throws at once fails as one that rejects', async () => {
    office.answer = () => {
      throw new Error('at once')
    }
    expect(await answerFor(requestOf(100))).toEqual({ error: new Error('at once') })
  })

  test('the last answer for the same content replaces a failure, and not a refusal', async () => {
    await answerFor(requestOf(100))
    pass(60 * MINUTE)
    office.answer = () => Promise.reject(new Error('down'))
    expect(await answerFor(requestOf(100))).toEqual(answerWith(8))
    expect(await answerFor(requestOf(200))).toEqual({ error: new Error('down') })
    pass(MINUTE)
    office.answer = () => Promise.reject(new InvalidData('The address does not exist'))
    expect(await answerFor(requestOf(100))).toEqual({ error: new InvalidData('The address does not exist') })
  })
})
