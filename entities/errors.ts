import type { RefusalReason } from './refusal-reasons.ts'

/** `routers/errors/errors.ts` maps each kind to an HTTP status and a tRPC code. Callers see the message. */
export type ErrorKind =
  | 'invalid_data'
  | 'not_allowed'
  | 'not_found'
  | 'unauthorized'
  | 'forbidden'
  | 'conflict'
  | 'duplicate_error'
  | 'payment_authorization_error'
  | 'too_many_requests'
  | 'unavailable'

/** A rule that every input of its kind has, so that clients can name it in their language. */
export interface BrokenRule {
  name:
    | 'required'
    | 'whole_number'
    | 'number'
    | 'minimum'
    | 'above'
    | 'maximum'
    | 'shortest'
    | 'longest'
    | 'fewest'
    | 'most'
    | 'email'
    | 'url'
    | 'date'
    | 'choice'
    | 'line'
    | 'format'
    | 'example'
    | 'refused'
    | 'unknown'
  limit?: number
  /** A text of the format of the rule `example`. */
  example?: string
  /** The broken requirement by language, for the rule `refused`. */
  texts?: { readonly en: string; readonly [language: string]: string }
}

/** A part of the input, such as `items.0.quantity`, and its error. */
export interface FieldError {
  path: string
  message: string
  rule?: BrokenRule
}

export class DomainError extends Error {
  readonly kind: ErrorKind
  /** A code that is more specific than `kind`, for example `insufficient_inventory`. */
  readonly code: string | undefined
  readonly errors: readonly (string | { type: string; code: string; message: string })[] | undefined
  /** The parts of the input that the error is about. REST responses leave them out. */
  fields: readonly FieldError[] = []
  /** The reason that clients can translate. REST responses leave it out. */
  reason: RefusalReason | undefined

  constructor(kind: ErrorKind, message: string, code?: string, errors?: DomainError['errors']) {
    super(message)
    this.name = new.target.name
    this.kind = kind
    this.code = code
    this.errors = errors
  }

  /** Sets the parts of the input that the error is about: `new InvalidData('…').about('amount')`. */
  about(...paths: string[]): this {
    this.fields = paths.map((path) => ({ path, message: this.message }))
    return this
  }

  /** Sets the reason that clients can translate: `new NotAllowed('…').because({ name: 'order_canceled' })`. */
  because(reason: RefusalReason): this {
    this.reason = reason
    return this
  }
}

export class InvalidData extends DomainError {
  constructor(message: string, code?: string) {
    super('invalid_data', message, code)
  }
}

export class TooLarge extends InvalidData {
  constructor(message = 'The request is too large') {
    super(message)
    this.because({ name: 'request_too_large' })
  }
}

export class WrongReferences extends DomainError {
  constructor(errors: readonly string[]) {
    const message = 'Provided request body contains errors. Please check the data and retry the request'
    super('invalid_data', message, undefined, errors)
  }
}

export class UnknownReferences extends WrongReferences {
  constructor(resources: string, ids: readonly string[]) {
    super([`${resources} ${ids.join(', ')} do not exist`])
    this.because({ name: 'references_missing' })
  }
}

/** The input is valid, but the state of the shop forbids the operation. */
export class NotAllowed extends DomainError {
  constructor(message: string, code?: string) {
    super('not_allowed', message, code)
  }
}

export class NotFound extends DomainError {
  constructor(message: string) {
    super('not_found', message)
    this.because({ name: 'entry_missing' })
  }
}

export class Unauthorized extends DomainError {
  constructor(message = 'Unauthorized') {
    super('unauthorized', message)
  }
}

export class Forbidden extends DomainError {
  constructor(message: string) {
    super('forbidden', message)
  }
}

export class TooManyRequests extends DomainError {
  /** Delay before a retry, in seconds. */
  readonly retryAfter: number

  constructor(retryAfter = 2) {
    super('too_many_requests', 'Too many requests. Please try again later')
    this.retryAfter = retryAfter
  }
}

export class Duplicate extends DomainError {
  constructor(message: string) {
    super('duplicate_error', message, 'invalid_request_error')
  }
}

/** The operation conflicts with another request. The caller may retry. */
export class Conflict extends DomainError {
  constructor(cause?: unknown) {
    super(
      'conflict',
      'The request conflicted with another request. You may retry the request with the provided Idempotency-Key.',
      'invalid_state_error',
    )
    this.cause = cause
  }
}

/** A dependency of the shop is unavailable or full. The caller may retry. */
export class Unavailable extends DomainError {
  /** Delay before a retry, in seconds. */
  readonly retryAfter = 2

  constructor(cause: unknown, message = 'The shop is unavailable for the moment. Please send the request again') {
    super('unavailable', message)
    this.cause = cause
  }
}

/** Returns the delay before a retry, in seconds, or undefined for an error that a retry does not solve. */
export const retryDelayOf = (error: unknown): number | undefined =>
  error instanceof Unavailable || error instanceof TooManyRequests ? error.retryAfter : undefined

/** Signals that the connection broke during the commit, so the transaction may have succeeded. */
export class OutcomeUnknown extends Unavailable {
  constructor(cause: unknown) {
    super(
      cause,
      'The shop is unavailable for the moment. The request may or may not have succeeded. ' +
        'Send it again with the same Idempotency-Key',
    )
  }
}

export class StorageFull extends Unavailable {
  constructor(cause: unknown) {
    super(cause, 'Storage is full. Nothing was saved.')
    this.because({ name: 'storage_full' })
  }
}

/** Signals that the server rejected the request before starting any work. */
export class Overloaded extends Unavailable {
  constructor() {
    super(undefined, 'The server is busy. Please send the request again')
  }
}
