import { DomainError } from '#entities/errors.ts'

/** The refusal of a right password without a code. */
export const codeRequired = ({ hasPasskey }: { hasPasskey: boolean }): DomainError =>
  new DomainError(
    'unauthorized',
    'This account has two-factor authentication. Send a code of the authenticator app or a recovery code as code.',
    'second_factor_required',
  )
    .about('code')
    .because({ name: 'second_factor_required', has_passkey: hasPasskey })

export const wrongCode = (): DomainError =>
  new DomainError(
    'unauthorized',
    'The code is wrong, expired or already used. Enter the current code of the app, or an unused recovery code.',
    'second_factor_wrong',
  )
    .about('code')
    .because({ name: 'second_factor_wrong' })
