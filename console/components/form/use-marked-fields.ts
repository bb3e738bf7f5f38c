import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { labelOfField } from './label-of-field.ts'

interface MarkedFields {
  isMarked: boolean
  /** Marks the fields of the page, and returns the messages of the others. */
  mark(errors: Readonly<Record<string, string>>): { shown: boolean; other: string[] }
}

/** The fields with errors. A field loses its error as soon as its value, or a part of its value, changes. */
export function useMarkedFields<Values extends object>(form: UseFormReturnType<Values>): MarkedFields {
  const before = useRef<Readonly<Record<string, string>>>({})
  const values = form.getValues()
  const paths = Object.keys(form.errors)
  useEffect(() => {
    const changed = paths.filter((path) => path in before.current && before.current[path] !== textAt(values, path))
    for (const path of changed) form.clearFieldError(path)
  })
  return {
    isMarked: paths.length > 0,
    mark(errors) {
      const { '': general, ...byPath } = errors
      const paths = Object.keys(byPath)
      before.current = Object.fromEntries(paths.map((path) => [path, textAt(form.getValues(), path)]))
      form.setErrors(byPath)
      const other = paths.filter((path) => !hasField(path))
      const sentences = other.map((path) => `${labelOfField(document.body, path)}: ${byPath[path]}`)
      return { shown: other.length < paths.length, other: [...new Set([general ?? [], sentences].flat())] }
    },
  }
}

const hasField = (path: string): boolean => document.querySelector(`[data-path="${CSS.escape(path)}"]`) !== null

/** The value of a path such as `rows.variant_1.title`, as text. */
function textAt(values: unknown, path: string): string {
  const value = path
    .split('.')
    .reduce(
      (part: unknown, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      values,
    )
  return JSON.stringify(value ?? null)
}
