import { redirect } from 'cartwright'
import type { View } from './view.ts'

/** Leads to another page of the storefront after a form. A reload then does not send the form again. */
export const seeOther = ({ path }: View, target: string): Response => redirect(path(target))
