import { methodsOf } from '#database/entity-shape.ts'
import type { Frozen } from '#entities/values/frozen.ts'

/**
 * Returns a deeply frozen copy, so that a plugin that changes a snapshot fails instead of changing an order. Objects that are
 * neither rows nor plain objects are not copied.
 */
export const freezeSnapshot = <Value extends object>(value: Value): Frozen<Value> =>
  copyFrozen(value, new Map()) as Frozen<Value>

function copyFrozen(value: unknown, copies: Map<object, object>): unknown {
  if (typeof value !== 'object' || value === null) return value
  const known = copies.get(value)
  if (known) return known
  if (value instanceof Date) return new Date(value)
  if (!Array.isArray(value) && !isRow(value)) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : Object.create(prototypeOf(value))
  copies.set(value, copy)
  for (const [key, part] of Object.entries(value)) (copy as Record<string, unknown>)[key] = copyFrozen(part, copies)
  return Object.freeze(copy)
}

const isRow = (value: object): boolean =>
  value.constructor === Object || !value.constructor || Object.hasOwn(value, 'id')

/** The prototype of an entity also has accessors, which need the unit of work. */
function prototypeOf(value: object): object | null {
  const prototype: object | null = Object.getPrototypeOf(value)
  if (prototype === null || value.constructor === Object) return prototype
  const methods = knownMethods.get(prototype) ?? methodsOf(prototype)
  knownMethods.set(prototype, methods)
  return methods
}

const knownMethods = new WeakMap<object, object>()
