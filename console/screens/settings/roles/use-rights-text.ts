import { useResourceName } from '#console/components/use-procedure-name.ts'
import { roles } from '#console/strings/roles.ts'
import { breadthOf, CLOSED, resourceOf } from './rights.ts'

/** Returns the rights of a role in one line: `Everything · Users · Roles`. */
export function useRightsText(): (scopes: readonly string[]) => string {
  const words = roles.useWords()
  const resourceName = useResourceName()
  return (scopes) => {
    const breadth = breadthOf(scopes)
    const named = scopes.map((scope) => resourceOf(scope.replace(/^read:/, ''))).filter((name) => name !== '*')
    const beyond = named.filter((name) => name !== 'auth' && (breadth === 'none' || CLOSED.has(name)))
    const names = [...new Set(beyond)].map(resourceName)
    return [...(breadth === 'none' ? [] : [words[`breadth_${breadth}`]]), ...names].join(' · ')
  }
}
