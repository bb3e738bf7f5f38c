import { useRouter } from '@tanstack/react-router'
import { basePath } from './address.ts'
import { type ProcedureName, useMay } from './permissions.ts'

/** Returns whether the role of the user shows the page of an address, or of a path such as `/orders/$id`. */
export function useMayOpen(): (address: string | undefined) => boolean {
  const may = useMay()
  const router = useRouter()
  return (address = '/') => {
    const needs = needsOf(router.routesByPath, segmentsOf(address))
    return needs === undefined || may(needs)
  }
}

interface RouteWithNeeds {
  options: { staticData?: { needs?: ProcedureName } }
}

function needsOf(routes: Readonly<Record<string, RouteWithNeeds>>, segments: string[]): ProcedureName | undefined {
  const matches = Object.entries(routes).filter(([path]) => isMatch(segmentsOf(path), segments))
  const [best] = matches.sort(([one], [other]) => parametersOf(one) - parametersOf(other))
  return best?.[1].options.staticData?.needs
}

const isMatch = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length && pattern.every((part, i) => part.startsWith('$') || part === segments[i])

const parametersOf = (path: string): number => path.split('$').length

function segmentsOf(address: string): string[] {
  const [path = ''] = address.split(/[?#]/)
  const own = path.startsWith(basePath) ? path.slice(basePath.length) : path
  return own.split('/').filter(Boolean)
}
