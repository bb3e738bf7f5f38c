/**
 * What the shop refuses, and why. Every refusal that a caller may see is a `DomainError`; its `kind` decides the HTTP
 * status and the tRPC code (one table in `routers/errors.ts`), its `message` is shown to the caller as it stands.
 */
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

export class DomainError extends Error {
  readonly kind: ErrorKind
  /** A machine-readable refinement of `kind`, such as `insufficient_inventory`. */
  readonly code: string | undefined
  /** Where several things are refused at once: one entry for each. */
  readonly errors: readonly (string | { type: string; code: string; message: string })[] | undefined

  constructor(kind: ErrorKind, message: string, code?: string, errors?: DomainError['errors']) {
    super(message)
    this.name = new.target.name
    this.kind = kind
    this.code = code
    this.errors = errors
  }
}

/** The input itself is wrong: sending it again cannot succeed. */
export class InvalidData extends DomainError {
  constructor(message: string, code?: string) {
    super('invalid_data', message, code)
  }
}

/** The input is larger than the shop takes. */
export class TooLarge extends InvalidData {
  constructor(message = 'The request is too large') {
    super(message)
  }
}

/** The input names things that it may not; `errors` says of each why. */
export class WrongReferences extends DomainError {
  constructor(errors: readonly string[]) {
    const message = 'Provided request body contains errors. Please check the data and retry the request'
    super('invalid_data', message, undefined, errors)
  }
}

/** The input names things that are not there. */
export class UnknownReferences extends WrongReferences {
  constructor(things: string, ids: readonly string[]) {
    super([`${things} ${ids.join(', ')} do not exist`])
  }
}

/** The input is well-formed, but the state of the shop forbids it. */
export class NotAllowed extends DomainError {
  constructor(message: string, code?: string) {
    super('not_allowed', message, code)
  }
}

export class NotFound extends DomainError {
  constructor(message: string) {
    super('not_found', message)
  }
}

export class Unauthorized extends DomainError {
  constructor(message = 'Unauthorized') {
    super('unauthorized', message)
  }
}

/** Who asks is known, and may not do this. */
export class Forbidden extends DomainError {
  constructor(message: string) {
    super('forbidden', message)
  }
}

/** The caller asks too often. */
export class TooManyRequests extends DomainError {
  constructor() {
    super('too_many_requests', 'Too many requests. Please try again later')
  }
}

/** Something with this name, code or handle is there already. */
export class Duplicate extends DomainError {
  constructor(message: string) {
    super('duplicate_error', message, 'invalid_request_error')
  }
}

/** Another request was in the way; the same request may be sent again. */
export class Conflict extends DomainError {
  /** `cause`: the fault of somebody else that was in the way. */
  constructor(cause?: unknown) {
    super(
      'conflict',
      'The request conflicted with another request. You may retry the request with the provided Idempotency-Key.',
      'invalid_state_error',
    )
    this.cause = cause
  }
}

/** Something that the shop depends on is away, or full, for the moment; the same request may be sent again. */
export class Unavailable extends DomainError {
  /** In seconds: when it is worth while to ask again. */
  readonly retryAfter = 2

  constructor(cause: unknown, message = 'The shop is unavailable for the moment. Please send the request again') {
    super('unavailable', message)
    this.cause = cause
  }
}

/**
 * As `Unavailable`, and nobody can tell whether what was asked for was done before: a connection that breaks during a
 * commit takes the answer with it.
 */
export class OutcomeUnknown extends Unavailable {
  constructor(cause: unknown) {
    super(
      cause,
      'The shop is unavailable for the moment. The request may or may not have succeeded. ' +
        'Send it again with the same Idempotency-Key',
    )
  }
}

/** There is no room to keep it. */
export class NoRoom extends Unavailable {
  constructor(cause: unknown) {
    super(cause, 'Storage is full. Nothing was saved.')
  }
}

/** The server has too much work of one kind. It did nothing for this request. */
export class Overloaded extends Unavailable {
  constructor() {
    super(undefined, 'The server is busy. Please send the request again')
  }
}
