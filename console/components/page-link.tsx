import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { Ref } from 'react'
import classes from './page-link.module.css'

type AnchorElementProps = AnchorProps & Omit<React.ComponentPropsWithoutRef<'a'>, keyof AnchorProps>
type ButtonElementProps = ButtonProps & Omit<React.ComponentPropsWithoutRef<'a'>, keyof ButtonProps>

/** A link to a page: `<PageLink to="/customers/$id" params={{ id }}>`. */
export const PageLink = createLink(({ ref, ...props }: AnchorElementProps & { ref?: Ref<HTMLAnchorElement> }) => (
  <Anchor ref={ref} {...props} />
))

/** A link that looks like a button. */
export const PageButton = createLink(({ ref, ...props }: ButtonElementProps & { ref?: Ref<HTMLAnchorElement> }) => (
  <Button component="a" ref={ref} {...props} />
))

/** The link of a row to its page. A list shows many of them, so it is a plain element. */
export const RowLink = createLink(({ className = '', ...props }: React.ComponentProps<'a'>) => (
  <a {...props} className={`${classes.row} ${className}`} />
))
