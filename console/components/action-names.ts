import { activityNames } from '#console/strings/activity-names.ts'
import { activityVerbs } from '#console/strings/activity-verbs.ts'

interface ActionNames {
  /** The name of a resource such as `draft-orders`. */
  resource(type: string): string
  /** The name of a procedure such as `admin.orders.createReturn`: `Orders: create return`. */
  action(procedure: string): string
  /** All resources, as options of a filter. */
  options: { value: string; label: string }[]
}

/** Returns readable names of the resources and procedures in the audit log. */
export function useActionNames(): ActionNames {
  const resources: Record<string, string> = activityNames.useWords()
  const verbs: Record<string, string> = activityVerbs.useWords()
  const resource = (type: string) => resources[type] ?? spaced(type)
  return {
    resource,
    action: (procedure) => {
      const [name = '', verb = ''] = procedure.replace(/^admin\./, '').split('.')
      return `${resource(typeOf(name))}: ${verbs[verb] ?? spaced(verb)}`
    },
    options: Object.entries(resources)
      .map(([value, label]) => ({ value, label }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  }
}

/** The type of a resource such as `draftOrders` in the audit log: `draft-orders`. */
export const typeOf = (resource: string): string => resource.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Words of a name: `createReturn` is `create return`, and `line_item` is `line item`. */
export const spaced = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/[-_]/g, ' ')
    .trim()
