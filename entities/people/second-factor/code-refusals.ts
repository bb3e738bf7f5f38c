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

/** The refusal of a right password of all shops without a code of the deployment. */
export const personCodeRequired = (): DomainError =>
  new DomainError(
    'unauthorized',
    'Your account in this deployment has two-factor authentication. Send a code of its authenticator app or a recovery code as person_code.',
    'second_factor_required',
  )
    .about('person_code')
    .because({ name: 'person_code_required' })

export const wrongCode = (): DomainError =>
  new DomainError(
    'unauthorized',
    'The code is wrong, expired or already used. Enter the current code of the app, or an unused recovery code.',
    'second_factor_wrong',
  )
    .about('code')
    .because({ name: 'second_factor_wrong' })
