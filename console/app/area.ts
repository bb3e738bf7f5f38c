import type { LinkProps } from '@tanstack/react-router'
import { type ComponentType, createContext } from 'react'
import type { AreaName } from '#console/strings/navigation.ts'

/** An entry of the navigation. Its text is in `strings/navigation.ts`. */
export interface Area {
  name: AreaName
  path: LinkProps['to']
  icon: ComponentType<{ size?: number; stroke?: number }>
}

/** The areas of the shell, for links on pages. Empty outside of the shell. */
export const AreasContext = createContext<readonly Area[]>([])
