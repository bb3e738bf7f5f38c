import { parseSync } from 'oxc-parser'

/** A refusal that the source creates, such as `new NotAllowed('…').because({ … })`. */
export interface RefusalOfSource {
  kind: string
  /** The argument, as in the source. */
  message: string
  hasReason: boolean
  hasCode: boolean
}

const KINDS = new Set([
  ...['DomainError', 'InvalidData', 'NotAllowed', 'Forbidden', 'Duplicate', 'Unauthorized', 'WrongReferences'],
  'Conflict',
])

interface Node {
  type?: string
  start: number
  end: number
  name?: string
  callee?: Node
  object?: Node
  property?: Node
  arguments?: Node[]
}

export const refusalsOf = (file: string, source: string): RefusalOfSource[] =>
  refusalsIn(parseSync(file, source).program, { source, hasReason: false })

interface Place {
  source: string
  /** Whether the node is in `….because(…)`. */
  hasReason: boolean
}

function refusalsIn(node: unknown, place: Place): RefusalOfSource[] {
  if (typeof node !== 'object' || node === null) return []
  const outside = { ...place, hasReason: false }
  const { type, callee, arguments: inputs = [] } = node as Node
  const step = type === 'CallExpression' ? callee?.property?.name : undefined
  if (step === 'about' || step === 'because')
    return [
      ...refusalsIn(callee?.object, { ...place, hasReason: place.hasReason || step === 'because' }),
      ...refusalsIn(inputs, outside),
    ]
  const nested = Object.values(node).flatMap((child) => refusalsIn(child, outside))
  if (type !== 'NewExpression' || !KINDS.has(callee?.name ?? '')) return nested
  return [refusalOf(callee?.name ?? '', inputs, place), ...nested]
}

function refusalOf(kind: string, inputs: readonly Node[], { source, hasReason }: Place): RefusalOfSource {
  const [message, code] = kind === 'DomainError' ? inputs.slice(1) : inputs
  const text = message ? source.slice(message.start, message.end).replace(/\s+/g, ' ') : ''
  return { kind, message: text, hasReason, hasCode: code !== undefined }
}
