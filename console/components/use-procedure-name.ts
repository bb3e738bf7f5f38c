import { activityVerbs } from '#console/strings/activity-verbs.ts'
import { resourceNames } from '#console/strings/resource-names.ts'
import { roles } from '#console/strings/roles.ts'
import { spaced, typeOf, useActionNames } from './action-names.ts'

/** Returns the name of a resource such as `draftOrders`: `Draft orders`. */
export function useResourceName(): (resource: string) => string {
  const { resource: nameOf } = useActionNames()
  const others: Record<string, string> = resourceNames.useWords()
  return (resource) => others[typeOf(resource)] ?? capitalized(nameOf(typeOf(resource)))
}

/** Returns the words of a merchant for the verb of a procedure such as `orders.refund`: `refund`. */
export function useVerbName(): (right: { name: string; reads?: boolean }) => string {
  const verbs: Record<string, string> = activityVerbs.useWords()
  const { view } = roles.useWords()
  return ({ name, reads = /\.(list|get|explain|current|watch|inventory)/.test(name) }) => {
    const verb = name.split('.')[1] ?? name
    return verbs[verb] ?? (reads ? view : spaced(verb))
  }
}

/** Returns the words of a merchant for a procedure such as `orders.refund`: `Orders: refund`. */
export function useProcedureName(): (name: string) => string {
  const resourceName = useResourceName()
  const verbName = useVerbName()
  return (name) => `${resourceName(name.split('.')[0] ?? name)}: ${verbName({ name })}`
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
