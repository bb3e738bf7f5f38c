import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { FieldInputProps } from './input-of-type.tsx'

const InputOfType = lazy(async () => ({ default: (await import('./input-of-type.tsx')).InputOfType }))

/** The input of a field by its type. It loads only in shops with such fields, and its place has the same height before. */
export function FieldInput(props: FieldInputProps) {
  return (
    <Suspense fallback={<TextInput label={props.field.label} readOnly />}>
      <InputOfType {...props} />
    </Suspense>
  )
}
