import { InvalidData } from '#entities/errors.ts'

export interface InputBounds {
  /** Maximum nesting depth of an input. */
  depth: number
  /** Maximum number of elements in a list, or of properties in an object. */
  entries: number
}

export const defaultInputBounds: InputBounds = { depth: 32, entries: 1000 }

/** A client could change the prototype of an object with these keys. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Checks the raw input. Must run before any other code reads the input.
 * @throws InvalidData if the input is nested too deeply, has too many entries in a list or object, or has a
 * forbidden key.
 */
export function assertInputBounds(input: unknown, { depth, entries }: InputBounds): void {
  const checkValue = (value: unknown, field: string, remainingDepth: number): void => {
    if (typeof value !== 'object' || value === null) return
    if (remainingDepth === 0)
      throw new InvalidData('The input is nested too deeply').because({ name: 'value_not_allowed' })
    if (Array.isArray(value)) {
      if (value.length > entries) throw tooMany(field, entries, 'elements')
      for (const element of value) checkValue(element, field, remainingDepth - 1)
      return
    }
    const keys = Object.keys(value)
    if (keys.length > entries) throw tooMany(field, entries, 'properties')
    for (const key of keys) {
      if (FORBIDDEN_KEYS.has(key))
        throw new InvalidData(`property ${key} should not exist`).because({ name: 'value_not_allowed' })
      checkValue((value as Record<string, unknown>)[key], key, remainingDepth - 1)
    }
  }
  checkValue(input, 'input', depth)
}

const tooMany = (field: string, maximum: number, parts: 'elements' | 'properties') =>
  new InvalidData(`${field} must contain not more than ${maximum} ${parts}`).because({
    name: 'too_many_entries',
    maximum,
  })
