import { table } from '../../../bench/table.ts'
import type { Comparison, Kind } from './client-types/compare.ts'
import { answerCorrections, bodyCorrections } from './client-types/corrections.ts'
import { exceptionOf } from './client-types/exceptions.ts'
import { type CallRecorder, isSuccess } from './record-calls.ts'

/** Prints a row for each group of functions. Returns the number of functions without a successful response. */
export function reportCalls(recorder: CallRecorder): number {
  const missing = recorder.missingFunctions()
  const groupOf = (name: string) => name.split('.').slice(0, -1).join('.')
  const groups = Map.groupBy(recorder.functionNames(), groupOf)
  const rows = Array.from(groups, ([group, names]) => {
    const calls = recorder.calls.filter((call) => groupOf(call.name) === group)
    const succeeded = names.filter((name) => !missing.includes(name))
    return [group, ...[names.length, calls.length, calls.filter(isSuccess).length, succeeded.length].map(String)]
  })
  const count = recorder.functionNames().length
  const head = ['group', 'functions', 'calls', 'answered 2xx', 'functions that succeeded']
  console.log(`\n${table('medusa-js', [head, ...rows])}`)
  console.log(`${count - missing.length} of ${count} functions succeeded`)
  for (const name of missing) console.error(`${name} had no successful response`)
  return missing.length
}

/** Prints the result and every exception. Returns the number of mismatches that are no exceptions. */
export function reportTypes(comparisons: readonly Comparison[]): number {
  const ofKind = (kind: Kind) => comparisons.filter((one) => one.kind === kind)
  const rows = (['answer', 'body'] as const).map((kind) => {
    const all = ofKind(kind)
    const exceptions = all.filter((one) => one.fault && exceptionOf(one))
    const matching = all.filter(({ fault }) => !fault)
    const counts = [all.length, matching.length, exceptions.length, all.length - matching.length - exceptions.length]
    return [kind, ...counts.map(String)]
  })
  console.log(`\n${table('client-types', [['type', 'compared', 'match', 'exceptions', 'mismatches'], ...rows])}`)
  const called = ofKind('answer').filter(({ isCalled }) => isCalled).length
  console.log(`${called} answers have the relations that the server sent. The others are compared with every relation.`)
  const reasons = new Set([...answerCorrections, ...bodyCorrections].map(({ reason }) => reason))
  console.log(`\nSet aside, because Medusa v1 contradicts client-types too:\n${bullets([...reasons])}`)
  const faults = comparisons.filter(({ fault }) => fault)
  const exceptions = faults.filter(exceptionOf)
  console.log(`\nExceptions:\n${bullets(exceptions.map((one) => `${one.operation}: ${exceptionOf(one)}`))}`)
  const mismatches = faults.filter((one) => !exceptionOf(one))
  for (const { kind, operation, type, fault } of mismatches) console.error(`\n${kind} ${operation}, ${type}\n${fault}`)
  const unneeded = comparisons.filter((one) => !one.fault && exceptionOf(one))
  for (const { kind, operation } of unneeded) console.error(`${kind} ${operation} matches and needs no exception`)
  return mismatches.length + unneeded.length
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `  ${line}`).join('\n')
