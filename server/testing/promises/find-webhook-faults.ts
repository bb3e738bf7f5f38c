import { type RunningShop, runShop } from '../run-shop.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { fieldTables, tablesOf } from './plugin-tables.ts'
import type { SignedRequest, Subject } from './subject.ts'
import { differentTables, readIds, readState, type TableState } from './table-state.ts'

const SERVERS = 3

/** The job that sends changes to other systems. They need not answer in a test. */
const OUTGOING = 'send_webhook'

/** Delivers the notices of each webhook once, and then again, late and at the same time. Returns the webhooks that process a notice twice or refuse no stranger. */
export async function findWebhookFaults(subject: Subject): Promise<string[]> {
  const found: string[] = []
  for (const key of Object.keys(subject.plugin.webhooks ?? {})) {
    const examples = subject.webhooks[key]
    if (!examples)
      found.push(`The webhook ${key} was not called. Add signed requests to the option \`webhooks\` of promises().`)
    else found.push(...(await faultsOf(subject, key, examples)))
  }
  return found
}

type Examples = NonNullable<Subject['webhooks'][string]>

async function faultsOf(subject: Subject, key: string, examples: Examples): Promise<string[]> {
  const { name, samples } = await filledDatabaseOf(subject)
  const requests = [examples(samples.customer)].flat()
  await using shop = await runShop(subject.parts, name, { servers: SERVERS, logger: subject.faults.logger })
  const tables = [...new Set([...tablesOf(shop.orm, subject.plugin), ...fieldTables(shop.orm)])]
  const knownIds = await readIds(shop.orm, tables)
  const read = (): Promise<TableState> => readState(shop.orm, tables, knownIds)
  const before = await read()
  const found = await unsignedRequests(shop, key, requests)
  for (const request of requests) {
    const status = await deliver(shop, key, request)
    if (status !== 200) found.push(`The webhook ${key} answered ${status} to an example.`)
    for (const { name: job, error } of await shop.runJobs())
      if (job !== OUTGOING) found.push(`The webhook ${key} failed in ${job}: ${error}`)
  }
  const once = await read()
  if (found.length > 0) return found
  if (differentTables(before, once).length === 0)
    return [`The webhook ${key} changed nothing with its examples. Use examples that change rows.`]
  const late = requests.toReversed()
  await Promise.all([...late, ...late, ...requests].map((request, i) => deliver(shop, key, request, i)))
  await shop.runJobs()
  const changed = differentTables(once, await read())
  return changed.length > 0
    ? [
        `The webhook ${key} changed ${changed.join(', ')} again when its notices came twice. \`verify\` must return one id for each notice.`,
      ]
    : []
}

/** A stranger knows the address of the webhook, and can repeat a request with another body. */
async function unsignedRequests(shop: RunningShop, key: string, requests: readonly SignedRequest[]): Promise<string[]> {
  const forged = requests.slice(0, 1).flatMap((request) => [
    { what: 'without its headers', body: request.body },
    { what: 'with another body', headers: request.headers, body: `${request.body} ` },
  ])
  const found: string[] = []
  for (const { what, ...request } of forged) {
    const status = await deliver(shop, key, request)
    if (status < 400 || status >= 500)
      found.push(`The webhook ${key} answered ${status} to a request ${what} instead of 401.`)
  }
  return found
}

async function deliver(
  { urls }: RunningShop,
  key: string,
  { headers = {}, body }: SignedRequest,
  server = 0,
): Promise<number> {
  const url = urls[server % urls.length]!
  return (await fetch(`${url}/hooks/${key}`, { method: 'POST', headers, body })).status
}
