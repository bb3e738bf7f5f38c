import { setTimeout as pause } from 'node:timers/promises'
import { runShop } from '../run-shop.ts'
import { type Answer, callProcedure } from './call.ts'
import { examplesOf } from './examples.ts'
import type { Example } from './exercise.ts'
import { filledDatabaseOf } from './filled-database.ts'
import type { SampleDatabase } from './sample-database.ts'
import type { Subject } from './subject.ts'
import { differentColumns, differentTables, readIds, readState, type TableState } from './table-state.ts'
import { findViolatedInvariants } from './violated-invariants.ts'

const EQUAL_CALLS = 5
const SERVERS = 3
const STATEMENT_DELAY = 8

/**
 * Runs the calls of each mutation one after another in one copy of the shop, and at the same time in another copy.
 * Returns the mutations with a different effect, and the violated invariants.
 */
export async function findLostUpdates(subject: Subject): Promise<string[]> {
  const filled = await filledDatabaseOf(subject)
  const { calls, changedTables } = await examplesOf(subject)
  const mutations = [...calls.values()].filter(([first]) => first?.target.type === 'mutation')
  const race: Race = { ...filled, subject, groups: mutations.flatMap(groupsOf), tables: changedTables }
  const sequential = await run(race, oneAfterAnother)
  const concurrent = await run(race, atTheSameTime)
  return [...(await explainDifference(race, sequential, concurrent)), ...concurrent.faults]
}

interface Race extends SampleDatabase {
  subject: Subject
  groups: readonly (readonly Example[])[]
  tables: readonly string[]
}

/** Equal calls find lost updates of one row. Different calls find them in rows that the calls share. */
function groupsOf([first, ...others]: readonly Example[]): Example[][] {
  const equal = first ? Array.from({ length: EQUAL_CALLS }, () => first) : []
  return others.length > 1 ? [equal, others.slice(0, 2)] : [equal]
}

interface Run {
  states: TableState[]
  faults: string[]
}

type SendAll = (calls: readonly (() => Promise<Answer>)[]) => Promise<Answer[]>

const oneAfterAnother: SendAll = async (calls) => {
  const answers: Answer[] = []
  for (const call of calls) answers.push(await call())
  return answers
}

const atTheSameTime: SendAll = (calls) => Promise.all(calls.map((call) => call()))

async function run({ subject, name, callers, groups, tables }: Race, sendAll: SendAll): Promise<Run> {
  const isConcurrent = sendAll === atTheSameTime
  const options = isConcurrent ? { servers: SERVERS, statementDelay: STATEMENT_DELAY } : {}
  await using shop = await runShop(subject.parts, name, options)
  const knownIds = await readIds(shop.orm, tables)
  const states: TableState[] = []
  const faults: string[] = []
  for (const group of groups) {
    const calls = group.map(({ target, caller, input }, i) => {
      const url = shop.urls[i % shop.urls.length] ?? shop.urls[0]
      return () => callUntilFree(() => callProcedure(url, target, { headers: callers[caller], input }))
    })
    for (const { status, text } of await sendAll(calls))
      if (status >= 500) faults.push(`${nameOf(group)} answered ${status} to concurrent calls: ${text.slice(0, 300)}`)
    states.push(await readState(shop.orm, tables, knownIds))
  }
  if (isConcurrent) faults.push(...(await findViolatedInvariants(shop)))
  return { states, faults }
}

const nameOf = ([first]: readonly Example[]): string => first?.target.name ?? ''

const MAX_ATTEMPTS = 10

/** Repeats a call that waited too long for another call. */
async function callUntilFree(call: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await call()
    if ((answer.status !== 409 && answer.status !== 503) || attempt === MAX_ATTEMPTS) return answer
    await pause(attempt * 10)
  }
}

/** Ignores a difference if two sequential runs have it too, or if another order of the calls explains it. */
async function explainDifference(race: Race, sequential: Run, concurrent: Run): Promise<string[]> {
  const differences = (expected: Run, i: number, volatile?: ReadonlySet<string>) =>
    differentTables(expected.states[i] ?? new Map(), concurrent.states[i] ?? new Map(), volatile)
  const suspects = [...race.groups.keys()].filter((i) => differences(sequential, i).length > 0)
  if (suspects.length === 0) return []
  const again = await run(race, oneAfterAnother)
  const reversed = await run({ ...race, groups: race.groups.map((group) => group.toReversed()) }, oneAfterAnother)
  const volatile = new Set(
    sequential.states.flatMap((state, i) => differentColumns(state, again.states[i] ?? new Map())),
  )
  // A difference also changes the state after later groups.
  const first = suspects.find((i) => [sequential, reversed].every((one) => differences(one, i, volatile).length > 0))
  const group = first === undefined ? undefined : race.groups[first]
  if (first === undefined || !group) return []
  const tables = differences(sequential, first, volatile).join(', ')
  return [
    `${nameOf(group)}: ${group.length} concurrent calls change ${tables} in another way than sequential calls. Lock the row before the decision.`,
  ]
}
