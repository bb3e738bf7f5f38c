import { changedTables, takeSnapshot } from '../hostile/snapshot.ts'
import type { Target } from '../hostile/targets.ts'
import type { Vocabulary } from '../hostile/vocabulary.ts'
import { runShop } from '../run-shop.ts'
import { type Answer, isAccepted, messageOf, resultOf } from './call.ts'
import { callersOf, type Example, exercise, isAdminTarget, isCallable, type Stage } from './exercise.ts'
import { filledDatabaseOf } from './filled-database.ts'
import { pluginVocabulary } from './plugin-vocabulary.ts'
import { readSecrets, type Secret } from './stored-secrets.ts'
import type { Sample, Subject } from './subject.ts'
import { watchAudit } from './watch-audit.ts'

export interface Examples {
  /** Accepted calls by procedure. The shop accepted these inputs in this order on a copy of the filled database. */
  calls: Map<string, readonly Example[]>
  /** The first refusal of the last caller of each procedure that accepted no call. */
  refusals: Map<string, string>
  answers: { procedure: string; answer: Answer }[]
  /** Rows that a mutation of an administrator changed without an entry in the audit log. */
  unaudited: string[]
  changedTables: string[]
  secrets: Secret[]
}

const known = new WeakMap<Subject, Promise<Examples>>()

export function examplesOf(subject: Subject): Promise<Examples> {
  const examples = known.get(subject) ?? findExamples(subject)
  known.set(subject, examples)
  return examples
}

/** These tables record requests, so they change with each call. */
const REQUEST_TABLES = [
  'audit_log',
  'catalogue_change',
  'daily_sale',
  'daily_tax',
  'event',
  'event_outbox',
  'idempotency_key',
  'quarter_hour_sale',
  'row_count',
  'sale',
  'session',
  'settings_version',
  'tax_change',
  'variant_sale',
  'variant_sale_total',
  'visit_day',
  'visitor',
]

async function findExamples(subject: Subject): Promise<Examples> {
  const { name, ...filled } = await filledDatabaseOf(subject)
  await using shop = await runShop(subject.parts, name, { logger: subject.faults.logger })
  const vocabularyFor = await firstVocabularies(shop, subject, Object.values(filled.samples))
  const stage: Stage = { ...filled, subject, shop, vocabularyFor }
  const examples: Examples = {
    calls: new Map(),
    refusals: new Map(),
    answers: [],
    unaudited: [],
    changedTables: [],
    secrets: await readSecrets(shop.orm, subject),
  }
  const targets = subject.targets.filter(isCallable)
  for (const target of targets.filter(({ type }) => type === 'query')) await findCalls(stage, target, examples)
  const query = (sql: string) => shop.orm.em.fork().execute<Record<string, unknown>[]>(sql)
  const before = await takeSnapshot(query)
  const mutations = targets.filter(({ type }) => type === 'mutation')
  // An administrator could delete the rows that the examples of a customer need.
  const ordered = mutations.toSorted((a, b) => Number(isAdminTarget(a)) - Number(isAdminTarget(b)))
  for (const target of ordered) await findCalls(stage, target, examples)
  const changed = changedTables(before, await takeSnapshot(query))
  return { ...examples, changedTables: changed.filter((table) => !REQUEST_TABLES.includes(table)) }
}

/** The vocabularies of the filled database, so that no example needs a row of an earlier example. */
async function firstVocabularies(
  { orm }: Stage['shop'],
  subject: Subject,
  samples: readonly Sample[],
): Promise<Stage['vocabularyFor']> {
  const vocabularies = new Map<Sample, Vocabulary>()
  for (const sample of samples) vocabularies.set(sample, await pluginVocabulary(orm, subject, sample))
  return async (sample) => vocabularies.get(sample) ?? pluginVocabulary(orm, subject, sample)
}

async function findCalls(stage: Stage, target: Target, examples: Examples): Promise<void> {
  for (const caller of callersOf(target)) {
    examples.refusals.delete(target.name)
    const accepted = await findCallsOf(stage, target, { caller, examples })
    if (accepted.length === 0) continue
    examples.calls.set(target.name, target.type === 'query' ? longest(accepted) : accepted)
    examples.refusals.delete(target.name)
    return
  }
}

const DIFFERENT_INPUTS = 3

async function findCallsOf(
  stage: Stage,
  target: Target,
  { caller, examples }: { caller: Example['caller']; examples: Examples },
): Promise<Example[]> {
  const unaudited = isAdminTarget(target) && target.type === 'mutation' ? await watchAudit(stage) : async () => []
  const accepted = await exercise(stage, target, {
    caller,
    count: DIFFERENT_INPUTS,
    onAnswer(answer) {
      examples.answers.push({ procedure: target.name, answer })
      if (!isAccepted(answer) && !examples.refusals.has(target.name))
        examples.refusals.set(target.name, `${answer.status} ${messageOf(answer)}`)
    },
  })
  for (const row of await unaudited()) examples.unaudited.push(`${target.name} changed ${row} without an entry`)
  return accepted
}

/** The example whose answer has the most rows, because short lists hide statements of each row. */
const longest = (examples: readonly Example[]): Example[] =>
  examples.toSorted((a, b) => countRowsOf(b.answer) - countRowsOf(a.answer)).slice(0, 1)

/** The number of elements of the longest array in the result. */
export function countRowsOf(answer: Answer): number {
  const values = Object.values((resultOf(answer) ?? {}) as object)
  return Math.max(0, ...values.map((value) => (Array.isArray(value) ? value.length : 0)))
}
