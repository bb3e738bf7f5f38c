import type { AnyBody } from './resources.ts'
import type { ProcedureOutputs } from './response-bodies.ts'

/** `body` is the parsed JSON, or the text of another content type. */
export interface Reply<Body = unknown> {
  status: number
  headers: Headers
  text: string
  body: Body
}

export async function replyOf<Body = AnyBody>(answer: Response): Promise<Reply<Body>> {
  const { status, headers } = answer
  const text = await answer.text()
  const isJson = headers.get('content-type')?.includes('json')
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : text || undefined }
}

export interface ErrorBody {
  type: string
  code: string
  message: string
  /** Only if the response reports several errors. */
  errors: ErrorBody[]
}

export interface TrpcBody {
  result: { data: { json: AnyBody; meta: { values: object } } }
  error: { message: string; json: { message: string; data: ErrorBody & { httpStatus: number } } }
}

/**
 * A value as a test reads it from JSON. Dates are texts. Relations and nullable columns count as present, so that a
 * test can follow a path without checks. A wrong value fails the test, and a wrong name fails the compiler.
 */
type Wire<Value> = Value extends Date
  ? string
  : Value extends readonly (infer Item)[]
    ? [Wire<NonNullable<Item>>, Wire<NonNullable<Item>>, Wire<NonNullable<Item>>, ...Wire<NonNullable<Item>>[]]
    : Value extends object
      ? { [Name in keyof Value]-?: Wire<NonNullable<Value[Name]>> }
      : Value

/** The body of the response, by the output of the procedure. `AnyBody` if the path is not a literal type. */
export type BodyOf<Method extends string, Path extends string> = Path extends `/trpc/${string},${string}`
  ? [TrpcBody, TrpcBody, ...TrpcBody[]]
  : Path extends `/trpc/${string}`
    ? TrpcBody
    : BodyOfRoute<RouteOf<Method, PathWithoutQuery<Path>>>
type BodyOfRoute<Route> = [Route] extends [keyof ProcedureOutputs]
  ? IsOne<Route> extends true
    ? Wire<ProcedureOutputs[Route]> & ErrorBody
    : AnyBody
  : AnyBody
type IsOne<Type, Member = Type> = [Type] extends [never]
  ? false
  : Type extends Type
    ? [Member] extends [Type]
      ? true
      : false
    : false
type PathWithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path
type RouteOf<Method extends string, Path extends string> = `${Method} ${Path}` extends keyof ProcedureOutputs
  ? `${Method} ${Path}`
  : Path extends `/${string}`
    ? Extract<keyof ProcedureOutputs, `${Method} ${Candidates<Path>}`>
    : never
/** The path, and its forms with `*` in place of one or more segments. */
type Candidates<Path extends string> = Path extends `/${infer Segment}/${infer Rest}`
  ? `/${Candidate<Segment>}${Candidates<`/${Rest}`>}`
  : Path extends `/${infer Segment}`
    ? `/${Candidate<Segment>}`
    : Path
type Candidate<Segment extends string> = Record<never, 1> extends Record<Segment, 1> ? '*' : Segment | '*'
