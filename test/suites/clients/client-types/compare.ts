import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Call } from '../record-calls.ts'
import { isSuccess } from '../record-calls.ts'
import { correctAnswer, correctBody } from './corrections.ts'
import names from './names.json' with { type: 'json' }
import { narrowSchema } from './narrow-schema.ts'
import { ABSENT_NAME, type Schema, type Schemas, SHOWN, withRelations } from './schemas.ts'

export type Kind = 'answer' | 'body'

export interface Comparison {
  kind: Kind
  /** Such as `GET /admin/orders/{id}`. */
  operation: string
  /** The type of client-types. */
  type: string
  /** The message of the compiler, if the types do not match. */
  fault: string | undefined
}

interface Compared extends Omit<Comparison, 'fault'> {
  schema: Schema
}

interface Content {
  content?: { 'application/json'?: { schema: Schema } }
}

interface Operation {
  requestBody?: Content
  responses: Readonly<Record<string, Content>>
}

export interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Schemas }
}

/**
 * Compares the OpenAPI document of the shop with `@medusajs/client-types` in `directory`. The answers in `calls` show
 * which properties an answer has by default.
 */
export async function compareTypes(directory: string, document: Document, calls: readonly Call[]) {
  const { schemas } = document.components
  const compared = Object.entries(names).flatMap(([operation, types]) =>
    comparedTypes(document, { operation, types, calls }),
  )
  const expanded = Object.entries(schemas).map(([name, schema]) => [
    SHOWN + name,
    correctAnswer('', withRelations(schemas, schema)),
  ])
  const generated = Object.fromEntries(compared.map(({ schema }, i) => [`Compared${i}`, schema]))
  const components = { schemas: { ...schemas, ...Object.fromEntries(expanded), ...generated, [ABSENT_NAME]: {} } }
  const info = { title: 'Compared types', version: '1' }
  await writeFile(join(directory, 'openapi.json'), JSON.stringify({ openapi: '3.1.1', info, paths: {}, components }))
  await runNode(directory, [
    'node_modules/openapi-typescript/bin/cli.js',
    'openapi.json',
    '--default-non-nullable=false',
    '-o',
    'shop.d.ts',
  ])
  const types = join(directory, 'shop.d.ts')
  await writeFile(types, (await readFile(types, 'utf8')).replace(`${ABSENT_NAME}: unknown`, `${ABSENT_NAME}: never`))
  const lines = compared.map(comparisonLine)
  await writeFile(join(directory, 'compared.ts'), [...HEAD, ...lines].join('\n'))
  const { stdout } = await runNode(directory, ['node_modules/typescript/bin/tsc', ...COMPILER_OPTIONS, 'compared.ts'])
  const faults = new Map<number, string>()
  for (const { groups = {} } of stdout.matchAll(/^compared\.ts\((?<line>\d+),\d+\): (?<text>error .*(?:\n .*)*)/gm))
    faults.set(Number(groups.line) - HEAD.length - 1, groups.text ?? '')
  return compared.map(({ schema: _, ...one }, i): Comparison => ({ ...one, fault: faults.get(i) }))
}

interface NamedTypes {
  operation: string
  types: Partial<Record<Kind, string>>
  calls: readonly Call[]
}

function comparedTypes({ paths, components }: Document, { operation, types, calls }: NamedTypes): Compared[] {
  const [method = '', path = ''] = operation.split(' ')
  const { requestBody, responses = {} } = findOperation(paths, { method, path }) ?? {}
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const matches = new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}/?(\\?|$)`)
  const isDefault = (call: Call) => isSuccess(call) && matches.test(call.request) && !/expand=/.test(call.request)
  const answers = calls.filter(isDefault).map(({ answer }) => answer)
  const answer = success?.content?.['application/json']?.schema
  const shownAnswer = correctAnswer(operation, narrowSchema(components.schemas, answer ?? {}, answers))
  const body = requestBody?.content?.['application/json']?.schema
  return [
    ...(types.answer ? [{ kind: 'answer', operation, type: types.answer, schema: shownAnswer } as const] : []),
    ...(types.body
      ? [{ kind: 'body', operation, type: types.body, schema: correctBody(operation, body ?? {}) } as const]
      : []),
  ]
}

function findOperation(paths: Document['paths'], { method, path }: { method: string; path: string }) {
  const operations = Object.entries(paths).filter(([served]) => templateOf(served) === templateOf(path))
  return operations.map(([, methods]) => methods[method.toLowerCase()]).find((operation) => operation)
}

const templateOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

const HEAD = [
  "import type * as Theirs from '@medusajs/client-types'",
  "import type { components } from './shop.js'",
  "type Ours = components['schemas']",
  'declare function accept<Target>(): <Value extends Target>() => Value',
  '// Interfaces have no index signatures.',
  'type Plain<T> = 0 extends 1 & T ? T : { [K in keyof T]: Plain<T[K]> }',
]

const comparisonLine = ({ kind, type }: Compared, i: number): string =>
  kind === 'answer'
    ? `accept<Theirs.${type}>()<Ours['Compared${i}']>()`
    : `accept<Ours['Compared${i}']>()<Plain<Theirs.${type}>>(); accept<keyof Ours['Compared${i}']>()<keyof Theirs.${type}>()`

const COMPILER_OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--module', 'nodenext']

const execute = promisify(execFile)

async function runNode(cwd: string, args: readonly string[]): Promise<{ stdout: string }> {
  try {
    return await execute(process.execPath, [...args], { cwd, maxBuffer: 100_000_000 })
  } catch (error) {
    // The compiler ends with an error status if types do not match.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    if (!stdout.includes('error TS')) throw new Error(stderr || stdout)
    return { stdout }
  }
}
