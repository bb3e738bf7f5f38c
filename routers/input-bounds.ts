import { InvalidData } from '#entities/errors.ts'

/** How large an input may be, whatever it is. */
export interface InputBounds {
  /** Levels of lists and objects in one another. */
  depth: number
  /** Elements of one list, properties of one object. */
  entries: number
}

/** No less than any client of this wire format sends. */
export const defaultInputBounds: InputBounds = { depth: 32, entries: 1000 }

/** Names under which an object holds what all objects are made of: nothing of ours is called so. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Looks at an input before anything else does, schemas and hashes included: nobody has to count on what is too deep, too
 * long or called `__proto__`.
 * @throws InvalidData
 */
export function assertInputBounds(input: unknown, { depth, entries }: InputBounds): void {
  const look = (value: unknown, field: string, left: number): void => {
    if (typeof value !== 'object' || value === null) return
    if (left === 0) throw new InvalidData('The input is nested too deeply')
    if (Array.isArray(value)) {
      if (value.length > entries) throw new InvalidData(`${field} must contain not more than ${entries} elements`)
      for (const element of value) look(element, field, left - 1)
      return
    }
    const keys = Object.keys(value)
    if (keys.length > entries) throw new InvalidData(`${field} must contain not more than ${entries} properties`)
    for (const key of keys) {
      if (FORBIDDEN_KEYS.has(key)) throw new InvalidData(`property ${key} should not exist`)
      look((value as Record<string, unknown>)[key], key, left - 1)
    }
  }
  look(input, 'input', depth)
}
