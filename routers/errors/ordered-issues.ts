import type { z } from 'zod'

/** Sorts unknown properties before the other issues of their object, and removes repeated messages of a field. */
export const orderIssues = (issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  withoutRepeatedMessages(sortUnknownKeysFirst(issues))

export const joinMessages = (issues: readonly z.core.$ZodIssue[]): string =>
  orderIssues(issues)
    .map(({ message }) => message)
    .join(', ')

function sortUnknownKeysFirst(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const ordered: z.core.$ZodIssue[] = []
  for (const issue of issues) {
    const at =
      issue.code === 'unrecognized_keys'
        ? ordered.findIndex((other) => other.code !== issue.code && isPathPrefix(other.path, parentPathOf(issue)))
        : -1
    if (at < 0) ordered.push(issue)
    else ordered.splice(at, 0, issue)
  }
  return ordered
}

export const parentPathOf = ({ path, keys }: z.core.$ZodIssueUnrecognizedKeys): PropertyKey[] =>
  path.length > 0 && path.at(-1) === keys[0] ? path.slice(0, -1) : path

const isPathPrefix = (path: readonly PropertyKey[], prefix: readonly PropertyKey[]) =>
  prefix.every((key, i) => path[i] === key)

function withoutRepeatedMessages(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const messages = new Map<string, string>()
  return issues.filter(({ path, message }) => {
    const field = (typeof path.at(-1) === 'number' ? path.slice(0, -1) : path).join('.')
    const earlier = messages.get(field) ?? ''
    messages.set(field, `${earlier}${message}, `)
    return !earlier.includes(`${message}, `)
  })
}
