import { InvalidData } from '#entities/errors.ts'

/** Limits of every input. */
export interface InputBounds {
  /** Nesting depth. */
  depth: number
  /** Elements of a list or properties of an object. */
  entries: number
}

/** No known client exceeds them. */
export const defaultInputBounds: InputBounds = { depth: 32, entries: 1000 }

/** These keys could change the prototype of an object. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Runs before any other code reads the input.
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
