import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { Ref } from 'react'
import { useMayOpen } from '#console/app/use-may-open.ts'
import classes from './page-link.module.css'

type AnchorElementProps = AnchorProps & Omit<React.ComponentPropsWithoutRef<'a'>, keyof AnchorProps>
type ButtonElementProps = ButtonProps & Omit<React.ComponentPropsWithoutRef<'a'>, keyof ButtonProps>

/** A link to a page: `<PageLink to="/customers/$id" params={{ id }}>`. Only its text if the role of the user does not show the page. */
export const PageLink = createLink(({ ref, ...props }: AnchorElementProps & { ref?: Ref<HTMLAnchorElement> }) => {
  const mayOpen = useMayOpen()
  return mayOpen(props.href) ? <Anchor ref={ref} {...props} /> : <span>{props.children}</span>
})

/** A link that looks like a button. Absent if the role of the user does not show the page. */
export const PageButton = createLink(({ ref, ...props }: ButtonElementProps & { ref?: Ref<HTMLAnchorElement> }) => {
  const mayOpen = useMayOpen()
  return mayOpen(props.href) ? <Button component="a" ref={ref} {...props} /> : null
})

/** The link of a row to its page. A list shows many of them, so it is a plain element. */
export const RowLink = createLink(({ className = '', ...props }: React.ComponentProps<'a'>) => (
  <a {...props} className={`${classes.row} ${className}`} />
))
