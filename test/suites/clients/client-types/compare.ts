import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Call, isSuccess } from '../record-calls.ts'
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
  /** Whether medusa-js was called for the answer, so that its default relations are known. */
  isCalled: boolean
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
export async function compareTypes(
  directory: string,
  document: Document,
  calls: readonly Call[],
): Promise<Comparison[]> {
  const compared = Object.entries(names).flatMap(([operation, types]) =>
    Object.entries(types).map(([kind, type]) =>
      kind === 'answer'
        ? comparedAnswer(document, { operation, type }, calls)
        : comparedBody(document, { operation, type }),
    ),
  )
  await writeTypes(directory, { schemas: document.components.schemas, compared })
  await writeFile(join(directory, 'compared.ts'), [...HEAD, ...CONTROLS, ...compared.map(comparisonLine)].join('\n'))
  const { stdout } = await runNode(directory, ['node_modules/typescript/bin/tsc', ...COMPILER_OPTIONS, 'compared.ts'])
  const faults = new Map<number, string>()
  for (const { groups = {} } of stdout.matchAll(/^compared\.ts\((?<line>\d+),\d+\): (?<text>error .*(?:\n .*)*)/gm))
    faults.set(Number(groups.line) - HEAD.length - 1, groups.text ?? '')
  if (CONTROLS.some((_, i) => !faults.has(i))) throw new Error(`The compiler accepted wrong types:\n${stdout}`)
  return compared.map(({ schema: _, ...one }, i) => ({ ...one, fault: faults.get(CONTROLS.length + i) }))
}

interface NamedType {
  operation: string
  type: string
}

function comparedAnswer(document: Document, { operation, type }: NamedType, calls: readonly Call[]): Compared {
  const responses = Object.entries(findOperation(document, operation)?.responses ?? {})
  const success = responses.find(([status]) => status.startsWith('2'))?.[1]
  const schema = success?.content?.['application/json']?.schema ?? {}
  const path = new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/?]+')}/?(\\?|$)`)
  const isDefault = (call: Call) => isSuccess(call) && path.test(call.request) && !call.request.includes('expand=')
  const answers = calls.filter(isDefault).map(({ answer }) => answer)
  const shown = narrowSchema(document.components.schemas, schema, answers)
  return { kind: 'answer', operation, type, schema: correctAnswer(operation, shown), isCalled: answers.length > 0 }
}

function comparedBody(document: Document, { operation, type }: NamedType): Compared {
  const schema = findOperation(document, operation)?.requestBody?.content?.['application/json']?.schema ?? {}
  return { kind: 'body', operation, type, schema: correctBody(operation, schema), isCalled: false }
}

function findOperation({ paths }: Document, operation: string): Operation | undefined {
  const [method = '', path = ''] = operation.split(' ')
  const served = Object.entries(paths).filter(([one]) => templateOf(one) === templateOf(path))
  return served.map(([, methods]) => methods[method.toLowerCase()]).find((one) => one)
}

const templateOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')

/** Writes the types of the compared schemas. They refer to the schemas of the document, with and without relations. */
async function writeTypes(
  directory: string,
  { schemas, compared }: { schemas: Schemas; compared: readonly Compared[] },
): Promise<void> {
  const shown = Object.entries(schemas).map(([name, schema]) => [
    SHOWN + name,
    correctAnswer('', withRelations(schemas, schema)),
  ])
  const generated = compared.map(({ schema }, i) => [`Compared${i}`, schema])
  const all = { ...schemas, ...Object.fromEntries([...shown, ...generated]), [ABSENT_NAME]: {} }
  const info = { title: 'Compared types', version: '1' }
  const document = { openapi: '3.1.1', info, paths: {}, components: { schemas: all } }
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(document))
  const generator = ['node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '--default-non-nullable=false']
  await runNode(directory, [...generator, '-o', 'shop.d.ts'])
  const types = join(directory, 'shop.d.ts')
  await writeFile(types, (await readFile(types, 'utf8')).replace(`${ABSENT_NAME}: unknown`, `${ABSENT_NAME}: never`))
}

const HEAD = [
  "import type * as Theirs from '@medusajs/client-types'",
  "import type { components } from './shop.js'",
  "type Ours = components['schemas']",
  'declare function accept<Target>(): <Value extends Target>() => Value',
  '// Interfaces have no index signatures.',
  'type Plain<T> = 0 extends 1 & T ? T : { [K in keyof T]: Plain<T[K]> }',
]

/** The compiler must refuse these lines. */
const CONTROLS = [
  'accept<Theirs.AdminOrdersRes>()<{ order: string }>()',
  "accept<Ours['Compared0']>()<string>()",
  'accept<keyof Theirs.AdminPostOrdersOrderReq>()<string>()',
]

function comparisonLine({ kind, type }: Compared, i: number): string {
  const ours = `Ours['Compared${i}']`
  const theirs = `Theirs.${type}`
  return kind === 'answer'
    ? `accept<${theirs}>()<${ours}>()`
    : `accept<${ours}>()<Plain<${theirs}>>(); accept<keyof ${ours}>()<keyof ${theirs}>()`
}

const COMPILER_OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--pretty', 'false', '--module', 'nodenext']

const execute = promisify(execFile)

/** A compiler ends with an error status if types do not match. */
async function runNode(cwd: string, args: readonly string[]): Promise<{ stdout: string }> {
  try {
    return await execute(process.execPath, [...args], { cwd, maxBuffer: 100_000_000 })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    if (!stdout.includes('error TS')) throw new Error(stderr || stdout)
    return { stdout }
  }
}
