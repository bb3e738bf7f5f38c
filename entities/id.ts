import { monotonicFactory } from 'ulid'

const ulid = monotonicFactory()

/** A new id: the prefix of its kind and a ULID, so that ids of one process sort in the order of their making. */
export function newId(prefix: string): string {
  return `${prefix}_${ulid()}`
}
