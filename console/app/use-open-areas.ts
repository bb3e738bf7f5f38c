import type { Area } from './area.ts'
import { useMayOpen } from './use-may-open.ts'

/** Returns a function for the areas that the role of the user shows. */
export function useOpenAreas(): (areas: readonly Area[]) => Area[] {
  const mayOpen = useMayOpen()
  return (areas) => areas.filter(({ path, pages }) => pages?.some(mayOpen) ?? mayOpen(path))
}
