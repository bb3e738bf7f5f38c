import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { AreaName } from '#console/strings/navigation.ts'

/** An entry of the navigation. Its text is in `strings/navigation.ts`. */
export interface Area {
  name: AreaName
  path: LinkProps['to']
  icon: ComponentType<{ size?: number; stroke?: number }>
}
