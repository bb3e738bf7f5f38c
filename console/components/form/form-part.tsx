import { memo, type ReactNode } from 'react'

interface FormPartProps {
  /** All values that the content shows. */
  shows: unknown
  /** The content. It reads other values of the form, if it needs them, when the user acts. */
  children(): ReactNode
}

/** A part of a long form. It renders again only if one of its values changes, so that typing in another part stays quick. */
export const FormPart = memo(
  ({ children }: FormPartProps) => children(),
  (one, other) => JSON.stringify(one.shows) === JSON.stringify(other.shows),
)

/** The errors of the fields whose paths begin with one of these names. */
export const errorsIn = (errors: Readonly<Record<string, unknown>>, ...names: string[]) =>
  Object.entries(errors).filter(([path]) => names.some((name) => path === name || path.startsWith(`${name}.`)))
