import type { Markup } from 'cartwright'
import { field } from '../shell/field.ts'
import type { View } from '../site/view.ts'
import type { Texts } from '../texts/en.ts'

const MIN_LENGTH = 8

export const passwordError = ({ account }: Texts, password: string): string | undefined =>
  password.length < MIN_LENGTH ? account.short(MIN_LENGTH) : undefined

/** A field for a new password. */
export const passwordField = (view: View, error: string | undefined): Markup =>
  field(view, {
    ...{ name: 'password', label: view.texts.account.newPassword, type: 'password', error },
    ...{ hint: view.texts.account.passwordHint(MIN_LENGTH), autocomplete: 'new-password' },
  })
