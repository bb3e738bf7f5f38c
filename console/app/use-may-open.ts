import { useRouter } from '@tanstack/react-router'
import { basePath } from './address.ts'
import { useMay } from './permissions.ts'

/** Returns whether the role of the user shows the page of an address, or of a path such as `/orders/$id`. */
export function useMayOpen(): (address: string | undefined) => boolean {
  const may = useMay()
  const router = useRouter()
  return (address = '/') => {
    const [, , route] = router.getMatchedRoutes(pathOf(address))
    const needs = route?.options.staticData?.needs
    return needs === undefined || may(needs)
  }
}

function pathOf(address: string): string {
  const [path = ''] = address.split(/[?#]/)
  return path.startsWith(basePath) ? path.slice(basePath.length) : path
}
