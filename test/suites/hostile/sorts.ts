import { z } from 'zod'
import { type Resource, relatedResource } from '#routers/reading/define-resource.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { inputShapeOf, unwrapSchema } from '#server/base/input-shape.ts'
import { findViolation } from '#server/testing/hostile/find-violation.ts'
import { rightfulCaller } from '#server/testing/hostile/requests.ts'
import { type Callers, curlOf, type Sender, senderTo } from '#server/testing/hostile/send.ts'
import type { Target } from '#server/testing/hostile/targets.ts'
import type { Vocabulary } from '#server/testing/hostile/vocabulary.ts'
import { hostileTargets } from './procedures.ts'

/*
 * Calls each list with each name that could be a sort field: the columns of its rows, its relations and their columns,
 * ascending and descending. The list refuses a name with 400, or sorts by it and answers all of its rows.
 */

export interface SortWalk {
  url: string
  vocabulary: Vocabulary
  callers: () => Promise<Callers>
  depth: number
  only?: string | undefined
}

export interface SortedList {
  procedure: string
  accepted: string[]
  refused: string[]
  complaints: string[]
}

interface List extends Target {
  row: Resource
  /** Query parameters that reduce the answer to ids. */
  little: Record<string, string>
}

const PAGE = 50

const sortedLists: readonly List[] = hostileTargets.flatMap((target) => {
  const input = target.input ? inputShapeOf([target.input]) : {}
  const row = 'order' in input && target.output ? rowOf(target.output) : undefined
  const narrows = input.fields && unwrapSchema(input.fields) instanceof z.ZodString
  const little: List['little'] = narrows ? { fields: '', expand: '' } : {}
  return row && target.rest ? [{ ...target, row, little }] : []
})

function rowOf(output: z.ZodType): Resource | undefined {
  const promised = documentedSchemaOf(output)
  const properties = promised instanceof z.ZodObject ? Object.values(promised.shape) : []
  return properties.map((one) => relatedResource(one as z.ZodType)).find((one) => one !== undefined)
}

const AT_ONCE = 8

/** Sends all names to each list, and reads pages by cursor for each accepted name. */
export async function walkSorts({ url, vocabulary, callers, depth, only }: SortWalk): Promise<SortedList[]> {
  const known = await callers()
  const sender = senderTo(url, known)
  const walked: SortedList[] = []
  const waiting = sortedLists.filter(({ name }) => !only || name.includes(only))
  const work = async () => {
    for (let list = waiting.pop(); list; list = waiting.pop()) {
      const result: SortedList = { procedure: list.name, accepted: [], refused: [], complaints: [] }
      const id = (await createParent(sender, list)) ?? (vocabulary.wordsFor('id', list.name)[0] as string)
      for (const field of sortFields(list.row, depth)) await tryField({ list, field, id, sender, known, url }, result)
      walked.push(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  sender.close()
  return walked
}

const PARENTS: Record<string, { path: string; body: object }> = {
  'admin.webhooks.listDeliveries': { path: '/admin/webhooks', body: { url: 'https://example.com', events: ['*'] } },
  'admin.customerGroups.listCustomers': { path: '/admin/customer-groups', body: { name: 'Sorted' } },
  'admin.priceLists.listProducts': {
    path: '/admin/price-lists',
    body: { name: 'Sorted', description: '', type: 'sale', prices: [] },
  },
}

async function createParent(sender: Sender, { name }: List): Promise<string | undefined> {
  const parent = PARENTS[name]
  if (!parent) return undefined
  const headers = { 'content-type': 'application/json' }
  const request = { caller: 'administrator', method: 'POST', path: parent.path, headers } as const
  const answer = await sender.send({ ...request, body: JSON.stringify(parent.body) })
  const [row] = Object.values(JSON.parse(answer.text)) as { id?: string }[]
  return row?.id
}

/** The columns of a row, its relations, and the same of those by dotted path. */
function sortFields(row: Resource, depth: number): string[] {
  const relations = Array.from(row.model.relations).flatMap(([name, { resource }]) => {
    const below = depth > 0 ? sortFields(resource, depth - 1) : []
    return [name, ...below.map((path) => `${name}.${path}`)]
  })
  return [...row.model.columns, ...relations]
}

interface Try {
  list: List
  field: string
  id: string
  sender: Sender
  known: Callers
  url: string
}

async function tryField({ list, field, id, sender, known, url }: Try, result: SortedList): Promise<void> {
  for (const order of [field, `-${field}`]) {
    const byOffset = { limit: String(PAGE), order, ...list.little }
    const rest = await ask(restRequest(list, id, byOffset))
    if (rest.status === 400) {
      if (order === field) result.refused.push(field)
      continue
    }
    if (rest.status !== 200) {
      complain(`${order} answered ${rest.status}`)
      continue
    }
    if (order === field) result.accepted.push(field)
    const page = JSON.parse(rest.text)
    const rows = Object.values(page).find(Array.isArray)
    if (rows && typeof page.count === 'number' && rows.length !== Math.min(PAGE, page.count))
      complain(`${order} shows ${rows.length} of ${page.count} rows`)
    await readByCursor(order)
  }

  async function readByCursor(order: string): Promise<void> {
    const answer = await ask(
      trpcRequest(list, { ...pathInput(list, id), limit: 1, cursor: null, order, ...list.little }),
    )
    const cursor = answer.status === 200 ? JSON.parse(answer.text).result.data.json.next_cursor : undefined
    if (cursor) await ask(trpcRequest(list, { ...pathInput(list, id), limit: 1, cursor, order, ...list.little }))
  }

  async function ask(path: string) {
    const request = { caller: rightfulCaller(list), method: 'GET', path, headers: {} }
    const answer = await sender.send(request)
    const complaint = findViolation(answer, path.startsWith('/trpc/'))
    if (complaint) complain(`${complaint}: ${answer.text.slice(0, 300)}\n  ${curlOf(url, known, request)}`)
    return answer
  }

  function complain(about: string): void {
    result.complaints.push(`${list.name} ${about}`)
  }
}

const pathNames = ({ rest }: Target) =>
  Array.from(rest?.path.matchAll(/\{(\w+)\}/g) ?? [], ([, name]) => name as string)

const pathInput = (list: List, id: string) => Object.fromEntries(pathNames(list).map((name) => [name, id]))

function restRequest(list: List, id: string, query: Record<string, string>): string {
  const path = pathNames(list).reduce((whole, name) => whole.replace(`{${name}}`, id), list.rest?.path ?? '')
  return `${path}?${new URLSearchParams(query)}`
}

const trpcRequest = (list: List, input: object): string =>
  `/trpc/${list.name}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`
