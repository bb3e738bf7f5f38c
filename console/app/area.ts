import type { LinkProps } from '@tanstack/react-router'
import { type ComponentType, createContext } from 'react'
import type { AreaName } from '#console/strings/navigation.ts'

/** An entry of the navigation. Its text is in `strings/navigation.ts`. */
export interface Area {
  name: AreaName
  path: LinkProps['to']
  /** The pages that the page of the area leads to. The area is absent if the role of the user shows none of them. */
  pages?: readonly string[]
  icon: ComponentType<{ size?: number; stroke?: number }>
}

/** The areas of the shell, for links on pages. Empty outside of the shell. */
export const AreasContext = createContext<readonly Area[]>([])
