import { NavLink, type NavLinkProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { Ref } from 'react'

/** A link of the navigation. */
export const Entry = createLink(({ ref, ...props }: NavLinkProps & { ref?: Ref<HTMLAnchorElement> }) => (
  <NavLink ref={ref} variant="subtle" {...props} />
))
