import fc from 'fast-check'
import { findViolation } from '#server/testing/hostile/find-violation.ts'
import { type HostileRequest, requestsTo } from '#server/testing/hostile/requests.ts'
import { type Callers, curlOf, type Sender, senderTo } from '#server/testing/hostile/send.ts'
import type { Target } from '#server/testing/hostile/targets.ts'
import type { Vocabulary } from '#server/testing/hostile/vocabulary.ts'
import { hostileTargets } from './procedures.ts'

export interface Attack {
  url: string
  vocabulary: Vocabulary
  /** Called before each procedure, because an attack may log the callers out. */
  callers: () => Promise<Callers>
  seed: number
  requests: number
  /** Response timeout in milliseconds. Default: none. */
  within?: number | undefined
  only?: string | undefined
}

export interface AttackResult {
  procedure: string
  requests: number
  statuses: Map<number, number>
  slowest: number
  complaints: string[]
}

const AT_ONCE = 8

/** Sends invalid inputs of plausible form to each procedure, and checks the responses. */
export async function attack(settings: Attack): Promise<AttackResult[]> {
  const { only } = settings
  const waiting = hostileTargets.filter(({ name }) => !only || name.includes(only))
  const attacked = new Map<string, AttackResult>(waiting.map(({ name }) => [name, unharmed(name)]))
  const work = async () => {
    for (let target = waiting.pop(); target; target = waiting.pop())
      await attackOne(target, settings, attacked.get(target.name) as AttackResult)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return [...attacked.values()]
}

const unharmed = (procedure: string): AttackResult => ({
  procedure,
  requests: 0,
  statuses: new Map(),
  slowest: 0,
  complaints: [],
})

async function attackOne(
  target: Target,
  { url, vocabulary, seed, requests, within, callers: logIn }: Attack,
  result: AttackResult,
): Promise<void> {
  const callers = await logIn()
  const sender = senderTo(url, callers)
  for (const request of fc.sample(requestsTo(target, vocabulary), { seed, numRuns: requests })) {
    const complaint = await tried(sender, request, { result, within })
    if (complaint) result.complaints.push(`${target.name} ${complaint}\n  ${curlOf(url, callers, request)}`)
  }
  sender.close()
}

async function tried(
  sender: Sender,
  request: HostileRequest,
  { result, within = Number.POSITIVE_INFINITY }: { result: AttackResult; within?: number | undefined },
): Promise<string | undefined> {
  const began = performance.now()
  try {
    const answer = await sender.send(request)
    const took = performance.now() - began
    result.requests++
    result.slowest = Math.max(result.slowest, took)
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1)
    const complaint = findViolation(answer, request.path.includes('/trpc/'))
    if (complaint) return `${complaint}: ${answer.text.slice(0, 300)}`
    return took > within ? `took ${took.toFixed(0)} ms` : undefined
  } catch (error) {
    return `did not answer: ${(error as Error).message}`
  }
}
