import fc from 'fast-check'
import { inputShapeOf } from '#server/base/input-shape.ts'
import { superJsonOf } from '../hostile/encode.ts'
import { findViolation, type HostileResponse } from '../hostile/find-violation.ts'
import { withEdgeValues } from '../hostile/mutations.ts'
import { type HostileRequest, requestsTo, rightfulCaller, trpcRequest } from '../hostile/requests.ts'
import { curlOf, type Sender, senderTo } from '../hostile/send.ts'
import type { Target } from '../hostile/targets.ts'
import { runShop } from '../run-shop.ts'
import { changeDetector } from './change-detector.ts'
import { examplesOf } from './examples.ts'
import { isAdminTarget, isCallable } from './exercise.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { pluginVocabulary } from './plugin-vocabulary.ts'
import type { Subject } from './subject.ts'

const GENERATED = 12
const SEED = 7
const AT_ONCE = 8

/** Sends invalid inputs to each procedure. Returns the answers that are not clear errors, and the changes by refused calls. */
export async function findHarmfulInputs(subject: Subject): Promise<string[]> {
  const { name, callers, samples } = await filledDatabaseOf(subject)
  const { calls } = await examplesOf(subject)
  await using shop = await runShop(subject.parts, name, { logger: subject.faults.logger })
  const vocabulary = await pluginVocabulary(shop.orm, subject, samples.customer)
  const headers = {
    stranger: { ...callers.stranger },
    customer: { ...callers.customer },
    administrator: { ...callers.administrator },
  }
  const sender = senderTo(shop.urls[0], headers)
  const changes = await changeDetector(shop)
  const found: string[] = []
  for (const target of subject.targets.filter(isCallable)) {
    const generated = fc.sample(requestsTo(target, vocabulary), { seed: SEED, numRuns: GENERATED })
    const requests = [...generated, ...edgeRequests(target, calls.get(target.name)?.[0]?.input)]
    for (let i = 0; i < requests.length; i += AT_ONCE)
      for (const { request, fault } of await findFaults(sender, requests.slice(i, i + AT_ONCE), changes))
        found.push(`${target.name} ${fault}\n  ${curlOf(shop.urls[0], headers, request)}`)
  }
  sender.close()
  return found
}

interface Fault {
  request: HostileRequest
  fault: string
}

/** Sends the requests at the same time. If the database changes, sends the refused ones again one after another. */
async function findFaults(
  sender: Sender,
  requests: readonly HostileRequest[],
  changes: () => Promise<string[]>,
): Promise<Fault[]> {
  const sent = await Promise.all(requests.map(async (request) => ({ request, answer: await sender.send(request) })))
  const faults = sent.flatMap(({ request, answer }) => {
    const violation = findViolation(answer, request.path.includes('/trpc/'))
    return violation ? [{ request, fault: `${violation}: ${answer.text.slice(0, 300)}` }] : []
  })
  const refused = sent.filter(({ answer }) => isRefusal(answer))
  if (refused.length === 0 || (await changes()).length === 0) return faults
  for (const { request } of refused) {
    const answer = await sender.send(request)
    const changed = await changes()
    if (isRefusal(answer) && changed.length > 0)
      faults.push({ request, fault: `answered ${answer.status} and changed ${changed.join(', ')}` })
  }
  return faults
}

const isRefusal = ({ status }: HostileResponse): boolean => status >= 400

/** The tests of the core cover these parameters of lists. */
const CORE_PARAMS = ['limit', 'offset', 'cursor', 'with_count', 'order', 'expand', 'fields']

/** Requests that differ from the example at one place, so that they pass the checks of all other places. */
function edgeRequests(target: Target, example: unknown): HostileRequest[] {
  const fields = target.input ? Object.keys(inputShapeOf([target.input])) : []
  const given = Object.keys((example ?? {}) as object)
  const missing = fields.filter((field) => !given.includes(field) && !CORE_PARAMS.includes(field))
  return withEdgeValues(example ?? {}, missing).map((input) => ({
    ...trpcRequest(target, superJsonOf(input)),
    caller: isAdminTarget(target) ? 'administrator' : rightfulCaller(target),
  }))
}
