import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import type { Area } from '../area.ts'
import classes from './shell.module.css'

interface EntryProps extends ComponentPropsWithRef<'a'> {
  icon: Area['icon']
  label: string
}

/** A link of the navigation. `children` follow its label. */
export const Entry = createLink(({ icon: Icon, label, children, ...props }: EntryProps) => (
  <a {...props} className={classes.entry}>
    <Icon size={18} stroke={1.7} />
    <span className={classes.label}>{label}</span>
    {children}
  </a>
))
